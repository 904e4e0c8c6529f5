package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that lists a box's images, in this host's shell on a folder in place of containerd's. */
class ImagesOfBoxTest {
    private static final String CONTENT = "io.containerd.content.v1.content/blobs";
    private static final String UNPACKED = "io.containerd.snapshotter.v1.overlayfs";
    private static final String BOLT = "io.containerd.metadata.v1.bolt";

    /** bbolt's magic number is after the header of its first page. */
    private static final String DATABASE = "0123456789abcdef\u00ed\u00da\u000c\u00ed";

    @TempDir
    private Path folder;

    /** A stock box, whose containerd comes later. */
    @Test
    void boxWithoutContainerd_hasNone() {
        assertThat(images()).isEmpty();
    }

    @Test
    void boxWithoutImages_hasNone() throws IOException {
        Files.createDirectories(containerd().resolve(BOLT));

        assertThat(images()).isEmpty();
    }

    @Test
    void boxWithImages_hasThem() throws IOException {
        write(CONTENT + "/sha256/ab", "content");
        write(BOLT + "/meta.db", DATABASE);

        assertThat(images()).containsExactly("+ " + BOLT + "/meta.db", "7 " + CONTENT + "/sha256/ab");

        write(UNPACKED + "/metadata.db", DATABASE);
        Files.createSymbolicLink(Files.createDirectories(containerd().resolve(UNPACKED + "/snapshots")).resolve("1"),
                Path.of("/of/the/box"));
        assertThat(images()).contains("+ " + UNPACKED + "/metadata.db", "/of/the/box " + UNPACKED + "/snapshots/1");
    }

    /** containerd does not start with one. */
    @Test
    void overwrittenDatabase_isNone() throws IOException {
        write(BOLT + "/meta.db", DATABASE.replace('\u00da', 'x'));

        assertThat(images()).isEmpty();
    }

    /** A list that is not whole would demand too little. */
    @Test
    void otherFailures_stayFailures() throws IOException {
        Files.createDirectories(folder);
        Files.writeString(containerd(), "no folder");

        assertThatThrownBy(this::images).isInstanceOf(LabException.class);
    }

    private void write(String file, String text) throws IOException {
        Path path = containerd().resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text, StandardCharsets.ISO_8859_1);
    }

    private Path containerd() {
        return folder.resolve("containerd");
    }

    private List<String> images() {
        return SnapshotSaved.imagesOfBox(new Box(), "node", Optional.empty(), new Cancellation());
    }

    private final class Box extends ScriptRunner {
        @Override
        public String runInBox(String machine, Optional<String> box, String script, Cancellation cancellation) {
            return new LocalProcesses().run(Command.of("sh", "-c", script.replace("/var/lib/containerd",
                    containerd().toString())).timeout(Duration.ofSeconds(20)), cancellation)
                    .orFail("failed", "It failed.", "").stdout();
        }

        @Override
        public String run(String machine, String script, List<String> arguments, List<Path> stdin, Duration within,
                          Cancellation cancellation) {
            throw new AssertionError();
        }
    }
}
