package org.hybridlab.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.provider.TestLabs;
import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of a box's files, which each new process finds again. Docker is a script. */
class BoxFilesTest {
    private static final String HASH = "0123456789abcdef".repeat(4);
    private static final String BOX = """
            d 755 0:0 4096 1.0 .
            d 755 0:0 4096 1.0 ./etc
            d 755 0:0 4096 1.0 ./usr
            d 755 0:0 4096 1.0 ./var
            """;

    @TempDir
    private Path folder;
    private Path boxFiles;
    private String image = "sha256:" + HASH;
    private String ofBox = BOX + "end\n";
    private final List<String> ran = new ArrayList<>();

    @BeforeEach
    void aFolderThatIsNotThere() {
        boxFiles = folder.resolve("cache/box-files");
    }

    @Test
    void list_ofBox_isAskedForOnce() {
        assertThat(changes()).containsExactly(new DiskChange(Kind.ADDED, "/srv"));
        assertThat(changes()).containsExactly(new DiskChange(Kind.ADDED, "/srv"));

        assertThat(ran).filteredOn(one -> one.startsWith("docker run")).hasSize(1);
        assertThat(boxFiles).isDirectoryContaining("glob:**" + HASH);
        assertThat(boxFiles.toFile().list()).hasSize(1);
    }

    @Test
    void list_cutOff_isAskedForAgain() throws IOException {
        changes();
        Files.writeString(boxFiles.resolve(HASH), BOX);

        assertThat(changes()).containsExactly(new DiskChange(Kind.ADDED, "/srv"));

        assertThat(ran).filteredOn(one -> one.startsWith("docker run")).hasSize(2);
        assertThat(boxFiles.resolve(HASH)).hasContent(BOX + "end\n");
    }

    @Test
    void list_notWhole_isNotKept() {
        ofBox = BOX;

        assertThat(changes()).containsExactly(new DiskChange(Kind.DELETED, "/by-docker"));

        assertThat(boxFiles).doesNotExist();
    }

    /** Its name would be a path. */
    @Test
    void list_ofImageWithoutHash_isNotKept() {
        image = "../../" + HASH;

        changes();

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void folder_thatCannotBeMade_isNoFailure() throws IOException {
        Files.writeString(folder.resolve("cache"), "a file");

        assertThat(changes()).containsExactly(new DiskChange(Kind.ADDED, "/srv"));
    }

    /** As a new process finds them. */
    private List<DiskChange> changes() {
        Processes docker = (command, lines, cancellation) -> answer(command);
        return new DockerProvider(docker, folder, Optional.empty(), Optional.of(boxFiles)).disk(TestLabs.ID)
                .orElseThrow().changes("node", new Cancellation());
    }

    private Result answer(Command command) {
        ran.add(String.join(" ", command.words()));
        return new Result(command, 0, switch (command.words().get(1)) {
            case "ps" -> "node running 77aa\n";
            case "inspect" -> image + "\n";
            case "run" -> ofBox;
            case "diff" -> "D /by-docker\n";
            default -> BOX + "f 644 0:0 1 3.0 ./srv\nend\n";
        }, "", Duration.ZERO);
    }
}
