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
import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Access;
import org.hybridlab.provider.api.DiskChange.Kind;
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
    }

    @Test
    void since_folderOfOtherAccess_tellsBoth() {
        assertThat(since(BOX.replace("d 755 0:0 4096 1.0 ./var", "d 1700 0:5 4096 9.0 ./var")
                .replace("d 755 0:0 4096 1.0 .\n", "d 700 0:0 4096 9.0 .\n"))).containsExactlyInAnyOrder(
                        DiskChange.access("/var", new Access("1700", "0:5"), new Access("755", "0:0")),
                        DiskChange.access("/", new Access("700", "0:0"), new Access("755", "0:0")));
    }

    @Test
    void since_files_tellTheirSizes() {
        assertThat(since(BOX.replace("f 755 0:0 9 1.5 ./usr/kubelet", "f 755 0:0 5000000000 1.6 ./usr/kubelet")
                .replace("f 644 0:0 5 2.0 ./var/gone", "f 644 0:0 7 2.0 ./var/new"))).containsExactlyInAnyOrder(
                        new DiskChange(Kind.CHANGED, "/usr/kubelet", 5_000_000_000L).ofBox(9),
                        new DiskChange(Kind.DELETED, "/var/gone").ofBox(5),
                        new DiskChange(Kind.ADDED, "/var/new", 7));
    }

    /** Its folder tells of it, unless that is new itself. */
    @Test
    void since_nameThatCannotBePassed_isHidden() {
        assertThat(since(BOX + """
                f 644 0:0 5 2.0 ./var/two\\nlines
                f 644 0:0 5 2.0 ./usr/\\351t\\351
                d 755 0:0 5 2.0 ./srv
                f 644 0:0 5 2.0 ./srv/a\\rb
                f 644 0:0 5 2.0 ./a\\001/b
                f 644 0:0 5 2.0 ./var/dev-x\\\\x2dy.device
                """)).containsExactlyInAnyOrder(DiskChange.hidden("/var", "/var/two\\nlines"),
                        DiskChange.hidden("/usr", "/usr/\\351t\\351"), new DiskChange(Kind.ADDED, "/srv"),
                        DiskChange.hidden("/", "/a\\001/b"),
                        new DiskChange(Kind.ADDED, "/var/dev-x\\x2dy.device", 5));
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
        BOX + "f 644 0:0\nend\n", BOX + "f 644 0:0 5 2.0 var\nend\n", BOX + "end\nf 644 0:0 5 2.0 ./cut",
        BOX + "[... 99 characters omitted here ...]\nend\n"})
    void parse_ofIncompleteList_isNone(String said) {
        assertThat(DiskListing.parse(said.replace("\n", "$\n"))).isEmpty();
        assertThat(DiskListing.parse(BOX + "end\n")).as("by an earlier version").isEmpty();
    }

    @Test
    void parse_ofRealLists_findsChanges() throws IOException {
        for (String name : List.of("etc", "usr", "var")) {
            Files.createDirectory(folder.resolve(name));
        }
        Files.writeString(folder.resolve("etc/hosts"), "one");
        DiskListing box = list();
        Files.writeString(folder.resolve("etc/hosts"), "another");
        for (String name : List.of("new ä", "-rf", "( ! $", "a \\ b", "of\r\nDOS")) {
            Files.writeString(folder.resolve("var").resolve(name), "");
        }

        assertThat(list().since(box)).extracting(change -> change.kind() + " " + change.path() + change.hidden()
                .orElse("")).containsExactlyInAnyOrder("CHANGED /etc/hosts", "ADDED /var/new ä", "ADDED /var/-rf",
                        "ADDED /var/( ! $", "ADDED /var/a \\ b", "CHANGED /var/var/of\\r\\nDOS");
    }

    private DiskListing list() {
        return DiskListing.parse(new LocalProcesses().run(Command.of("sh", "-c", "cd '%s'; ".formatted(folder)
                + DiskListing.LIST).timeout(Duration.ofSeconds(20)), line -> { }, new Cancellation()).stdout())
                .orElseThrow();
    }

    private static List<String> changes(String now) {
        return since(now).stream().map(change -> change.kind() + " " + change.path()).toList();
    }

    private static List<DiskChange> since(String now) {
        return listing(now).since(listing(BOX));
    }

    private static DiskListing listing(String files) {
        return DiskListing.parse((files + "end\n").replace("\n", "$\n")).orElseThrow();
    }
}
