package org.hybridlab.artifact.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Result;

/** Asks registries for images' manifests. Fetches nothing else. */
public final class ImageLookup {
    /** Docker Hub denies access to missing images, which counts as {@link Answer#UNKNOWN}. */
    private static final Pattern ABSENT = Pattern.compile("(?s).*(MANIFEST_UNKNOWN|NAME_UNKNOWN|status code 404).*");

    private final Crane crane;

    public ImageLookup(Crane crane) {
        this.crane = crane;
    }

    public enum Answer {
        FOUND,
        /** Every place that machines would use says so. */
        ABSENT,
        /** A place did not answer, or wants a login, and no other has it. */
        UNKNOWN
    }

    /** @param why per place; for {@link Answer#FOUND} the place that has it */
    public record Found(WantedImage image, Answer answer, String why) {
    }

    /** @throws LabException {@code interrupted} */
    public Found look(WantedImage wanted, Fetching fetching) {
        if (wanted.origins().isEmpty()) {
            return new Found(wanted, Answer.UNKNOWN, "only the machines know the way to its registry");
        }
        List<String> reasons = new ArrayList<>();
        Answer answer = Answer.ABSENT;
        for (Origin origin : wanted.origins()) {
            Found found = look(wanted, origin, fetching);
            if (found.answer() == Answer.FOUND) {
                return found;
            }
            reasons.add(origin.host() + ": " + found.why());
            answer = found.answer() == Answer.UNKNOWN ? Answer.UNKNOWN : answer;
        }
        return new Found(wanted, answer, String.join("; ", reasons));
    }

    private Found look(WantedImage wanted, Origin origin, Fetching fetching) {
        Path home = emptyFolder();
        try {
            Result manifest = crane.manifest(origin, wanted.name(), home, fetching);
            if (!manifest.ok()) {
                Answer answer = ABSENT.matcher(manifest.stderr()).matches() ? Answer.ABSENT : Answer.UNKNOWN;
                return new Found(wanted, answer, Crane.reason(manifest));
            }
            return Variant.of(manifest.stdout(), wanted).map(variant -> new Found(wanted, Answer.FOUND, origin.host()))
                    .orElseGet(() -> new Found(wanted, Answer.ABSENT, "it has none for such machines"));
        } catch (LabException e) {
            if (e.id().equals("interrupted")) {
                throw e;
            }
            return new Found(wanted, Answer.UNKNOWN, e.what());
        } finally {
            CacheFolder.delete(home);
        }
    }

    private static Path emptyFolder() {
        try {
            return Files.createTempDirectory("hybridlab-");
        } catch (IOException e) {
            throw LabException.hostNotReady("file-not-written", "No temporary folder could be made: " + e.getMessage(),
                    "Look at free space and permissions of the folder for temporary files.").causedBy(e);
        }
    }
}
