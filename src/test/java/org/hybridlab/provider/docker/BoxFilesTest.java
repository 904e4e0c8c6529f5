package org.hybridlab.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.fake.FakePrograms;
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
            d 755 0:0 4096 1.0 .$
            d 755 0:0 4096 1.0 ./etc$
            d 755 0:0 4096 1.0 ./usr$
            d 755 0:0 4096 1.0 ./var$
            """;

    @TempDir
    private Path folder;
    private Path boxFiles;
    private String image = "sha256:" + HASH;
    private String ofBox = BOX + "end$\n";
    private String byDocker = "D /by-docker\n";
    private final FakePrograms docker = FakePrograms.printing(this::answer);

    @BeforeEach
    void aFolderThatIsNotThere() {
        boxFiles = folder.resolve("cache/box-files");
    }

    @Test
    void list_ofBox_isAskedForOnce() {
        assertThat(changes()).containsExactly(new DiskChange(Kind.ADDED, "/srv"));
        assertThat(changes()).containsExactly(new DiskChange(Kind.ADDED, "/srv"));

        assertThat(docker.ran()).filteredOn(one -> one.startsWith("docker run")).hasSize(1);
        assertThat(boxFiles).isDirectoryContaining("glob:**" + HASH);
        assertThat(boxFiles.toFile().list()).hasSize(1);
    }

    @Test
    void list_cutOff_isAskedForAgain() throws IOException {
        changes();
        Files.writeString(boxFiles.resolve(HASH), BOX);

        assertThat(changes()).containsExactly(new DiskChange(Kind.ADDED, "/srv"));

        assertThat(docker.ran()).filteredOn(one -> one.startsWith("docker run")).hasSize(2);
        assertThat(boxFiles.resolve(HASH)).hasContent(BOX + "end$\n");
    }

    @Test
    void list_notWhole_isNotKept() {
        ofBox = BOX;

        assertThat(changes()).containsExactly(new DiskChange(Kind.DELETED, "/by-docker"));

        assertThat(boxFiles).doesNotExist();
    }

    /** Docker tells the rest of a name in another line. */
    @Test
    void dockersOwnList_withOddName_isRefused() {
        ofBox = BOX;
        for (String odd : List.of("A /srv/a\nb\n", "A /srv/\uFFFDt\uFFFD\n")) {
            byDocker = odd;

            assertThat(failure(this::changes).id()).isEqualTo("snapshot-not-possible");
        }
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
        return new DockerProvider(docker, folder, Optional.empty(), Optional.of(boxFiles)).disk(TestLabs.ID)
                .orElseThrow().changes("node", new Cancellation()).all();
    }

    private String answer(Command command) {
        return switch (command.words().get(1)) {
            case "ps" -> "node running 77aa\n";
            case "inspect" -> image + "\n";
            case "run" -> ofBox;
            case "diff" -> byDocker;
            default -> BOX + "f 644 0:0 0 3.0 ./srv$\nend$\n";
        };
    }
}
