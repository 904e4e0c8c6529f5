package org.hybridlab.config.file.reader;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.ManifestMark;

/** Renders templates, kustomizations and charts, so that rules see what the cluster gets. */
public interface ManifestTemplates {
    ManifestTemplates UNSEEN = (lab, app, folder, name) -> Optional.empty();

    /**
     * @param app that has the manifest
     * @param folder of the lab
     * @param name path in that folder, with slashes
     * @return empty if the result is unknown
     */
    Optional<Rendered> render(Lab lab, App app, Path folder, String name);

    /** Templates in the lab's folder that nothing uses, by path, with advice. */
    default Map<String, String> unused(Lab lab, Path folder) {
        return Map.of();
    }

    /**
     * @param line from 1
     * @param column from 1
     */
    record TextPlace(int line, int column) {
    }

    /** Maps a place of the rendered text to its template. */
    interface Origin {
        TextPlace of(TextPlace rendered);
    }

    /**
     * The result of a template, a kustomization or a chart.
     *
     * @param wrong place of the error; empty if there is none
     * @param reason the error, or why the result is unknown; empty if there is none
     */
    record Rendered(String text, Origin origin, Optional<ManifestMark> wrong, String reason) {
        public static Rendered wrong(ManifestMark mark, String reason) {
            return new Rendered("", place -> place, Optional.of(mark), reason);
        }

        public static Rendered unknown(String reason) {
            return new Rendered("", place -> place, Optional.empty(), reason);
        }

        public boolean isKnown() {
            return reason.isEmpty();
        }
    }
}
