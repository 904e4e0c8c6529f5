package org.hybridlab.artifact.image;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.fake.FakePrograms;

/**
 * Answers as crane does, of one image of Windows Server 2022; what it is told to say comes before that. The real crane
 * asks a registry.
 */
final class FakeCrane extends FakePrograms {
    static final String REFUSED = "Error: dial tcp 10.0.0.1:443: connect: connection refused";
    static final String UNKNOWN = "Error: GET https://x/v2/y: MANIFEST_UNKNOWN: manifest unknown";
    static final String INTERRUPTED = "interrupted";

    /** Words after the program, of each call. */
    final List<List<String>> calls = new ArrayList<>();
    final List<String> stdins = new ArrayList<>();
    /** What the next calls end with; an empty text: they go well. */
    final Deque<String> troubles = new ArrayDeque<>();
    /** What it says of every image. */
    String manifest = "{\"config\": {}}";
    String config = "{\"os\": \"windows\", \"architecture\": \"amd64\", \"os.version\": \"10.0.20348.2113\"}";

    @Override
    protected Answer answer(Command command) {
        List<String> words = command.words().subList(1, command.words().size());
        calls.add(words);
        stdins.add(command.stdin().orElse(""));
        String trouble = troubles.isEmpty() ? "" : troubles.poll();
        if (trouble.equals(INTERRUPTED)) {
            throw LabException.interrupted("Interrupted.");
        }
        boolean pull = words.get(0).equals("pull");
        if (pull) {
            lay(Path.of(words.get(4)), trouble.isEmpty());
        }
        return new Answer(trouble.isEmpty() ? 0 : 1, pull ? "" : manifest, trouble);
    }

    List<String> verbs() {
        return calls.stream().map(words -> words.get(0)).toList();
    }

    /** A pull that breaks leaves what it had. */
    private void lay(Path folder, boolean whole) {
        unchecked(() -> {
            Path blobs = Files.createDirectories(folder.resolve("blobs/sha256"));
            String layer = blob(blobs, "a layer");
            if (whole) {
                String manifest = blob(blobs, "{\"config\": {\"digest\": \"%s\"}, \"layers\": [{\"digest\": \"%s\"}]}"
                        .formatted(blob(blobs, config), layer));
                Files.writeString(folder.resolve("index.json"),
                        "{\"manifests\": [{\"mediaType\": \"m\", \"size\": 7, \"digest\": \"%s\"}]}"
                        .formatted(manifest));
            }
        });
    }

    private static String blob(Path blobs, String content) throws IOException {
        String sum = Sha256.of(content);
        Files.writeString(blobs.resolve(sum), content);
        return "sha256:" + sum;
    }
}
