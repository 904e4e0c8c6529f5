package org.hybridlab.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two lists of a disk, one of them by the real programs, against what docker diff says of the same. */
class DiskListingTest {
    private static final String BOX = """
            d 755 0:0 4096 1.0 .
            d 755 0:0 4096 1.0 ./etc
            d 755 0:0 4096 1.0 ./usr
            f 755 0:0 9 1.5 ./usr/kubelet
            d 755 0:0 4096 1.0 ./var
            f 644 0:0 5 2.0 ./var/gone
            """;

    @TempDir
    private Path folder;

    @Test
    void since_theSameDisk_isNothing() {
        assertThat(changes(BOX)).isEmpty();
    }

    @Test
    void since_changedFiles_isAsDockerTells() {
        assertThat(changes(BOX.replace("f 644 0:0 5 2.0 ./var/gone", "f 644 0:0 1 2.0 ./var/a name, with blanks")
                .replace("9 1.5", "9 1.6"))).containsExactlyInAnyOrder("ADDED /var/a name, with blanks",
                        "CHANGED /usr/kubelet", "DELETED /var/gone");
    }

    /** Its own size and time say no more than that something in it did. */
    @Test
    void since_folderOfAnotherTime_isNothing() {
        assertThat(changes(BOX.replace("d 755 0:0 4096 1.0 ./var", "d 755 0:0 8192 7.0 ./var"))).isEmpty();
        assertThat(changes(BOX.replace("d 755 0:0 4096 1.0 ./var", "d 700 0:0 4096 1.0 ./var")))
                .as("a snapshot has no folder by itself").isEmpty();
    }

    @Test
    void since_fileInPlaceOfFolder_isChanged() {
        String folder = "d 755 0:0 4096 1.0 ./usr/kubelet";
        String file = "f 755 0:0 9 1.5 ./usr/kubelet";
        assertThat(changes(BOX.replace(file, folder + "\nf 644 0:0 1 1.0 ./usr/kubelet/in")))
                .containsExactlyInAnyOrder("CHANGED /usr/kubelet", "ADDED /usr/kubelet/in");
        assertThat(changes(BOX.replace("d 755 0:0 4096 1.0 ./usr\n", "l 777 0:0 4 1.0 ./usr\n")))
                .containsExactly("CHANGED /usr");
    }

    /** What is missing in it would count as deleted, or as come since. */
    @ParameterizedTest
    @ValueSource(strings = {"", "end\n", "d 755 0:0 4096 1.0 .\n", "Welcome to Debian!\nend\n",
        BOX + "f 644 0:0 5 2.0 ./two\1lines\nend\n", BOX + "f 644 0:0\nend\n",
        BOX + "f 644 0:0 5 2.0 var\nend\n", BOX + "end\nf 644 0:0 5 2.0 ./cut"})
    void parse_ofIncompleteList_isNone(String said) {
        assertThat(DiskListing.parse(said)).isEmpty();
    }

    @Test
    void parse_ofRealLists_findsChanges() throws IOException {
        for (String name : List.of("etc", "usr", "var")) {
            Files.createDirectory(folder.resolve(name));
        }
        Files.writeString(folder.resolve("etc/hosts"), "one");
        DiskListing box = list();
        Files.writeString(folder.resolve("etc/hosts"), "another");
        Files.writeString(folder.resolve("var/new ä"), "");

        assertThat(list().since(box)).extracting(change -> change.kind() + " " + change.path())
                .containsExactlyInAnyOrder("CHANGED /etc/hosts", "ADDED /var/new ä");
    }

    private DiskListing list() {
        return DiskListing.parse(new LocalProcesses().run(Command.of("sh", "-c", "cd '%s'; ".formatted(folder)
                + DiskListing.LIST).timeout(Duration.ofSeconds(20)), line -> { }, new Cancellation()).stdout())
                .orElseThrow();
    }

    private static List<String> changes(String now) {
        return DiskListing.parse(now + "end\n").orElseThrow().since(DiskListing.parse(BOX + "end\n").orElseThrow())
                .stream().map(change -> change.kind() + " " + change.path()).toList();
    }
}
