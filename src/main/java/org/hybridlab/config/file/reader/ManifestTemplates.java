package org.hybridlab.config.file.reader;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.model.Lab;

/** Renders the templates among a lab's manifests, so that rules see what the cluster would get. */
public interface ManifestTemplates {
    /** Templates are not looked at. */
    ManifestTemplates UNSEEN = (lab, folder, name) -> Optional.empty();

    /**
     * @param folder of the lab
     * @param name of the template, below that folder, with slashes
     * @return empty if it cannot be known what becomes of it
     */
    Optional<Rendered> render(Lab lab, Path folder, String name);

    /** Templates in the lab's folder that nothing reads, by their names below that folder, and what to do with each. */
    default Map<String, String> unused(Lab lab, Path folder) {
        return Map.of();
    }

    /**
     * A place in a text.
     *
     * @param line from 1
     * @param column from 1
     */
    record TextPlace(int line, int column) {
    }

    /** Which place of a template a place of the rendered text comes from. */
    interface Origin {
        TextPlace of(TextPlace rendered);
    }

    /**
     * What a template became, or why it did not.
     *
     * @param wrong where the template is wrong; empty if it is not
     * @param reason why; empty if it is not
     */
    record Rendered(String text, Origin origin, Optional<TextPlace> wrong, String reason) {
    }
}
