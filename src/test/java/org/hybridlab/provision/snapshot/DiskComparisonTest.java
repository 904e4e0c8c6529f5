package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChanges;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script that machines run, in this host's shell, on folders in place of disks. Docker's own list of changes is as
 * each test says it; owners are not tried, as only root could change them.
 */
class DiskComparisonTest {
    @TempDir
    private Path folder;
    private final List<DiskChange> changes = new ArrayList<>();
    private Path etc;
    private Snapshot.SavedMachine saved;
    private boolean silent;
    private boolean tellsAccess = true;
    /** Where its programs are, if not where this host has them. */
    private Optional<String> path = Optional.empty();

    @BeforeEach
    void aSavedDisk() throws IOException {
        etc = Files.createDirectories(folder.resolve("disk/etc"));
        Files.createDirectories(etc.resolve("cni/net.d"));
        Files.writeString(etc.resolve("fstab"), "none\n");
        Files.writeString(etc.resolve("hosts"), "127.0.0.1 localhost\n");
        Files.writeString(etc.resolve("cni/net.d/10-flannel.conflist"), "{}\n");
        Files.createSymbolicLink(etc.resolve("mtab"), Path.of("fstab"));
        Path program = Files.createDirectories(folder.resolve("disk/opt/bin")).resolve("tool");
        Files.writeString(program, "#!/bin/sh\n");
        saved = new Snapshot.SavedMachine("node", "worker", List.of(saved(etc, "node-00.tar"),
                saved(program, "node-01.tar"), new Snapshot.SavedPath(ResetInPlace.KUBELET, "node-02.tar", 0, ""),
                new Snapshot.SavedPath(ResetInPlace.ETCD, "node-03.tar", 0, "")),
                List.of(folder.resolve("disk/usr/gone").toString()), "", List.of(), List.of());
    }

    private Snapshot.SavedPath saved(Path path, String file) {
        run(Command.of("tar", "-c", "-C", path.getParent().toString(), "-f", folder.resolve(file).toString(),
                "--no-unquote", "--", path.getFileName().toString()));
        return new Snapshot.SavedPath(path.toString(), file, folder.resolve(file).toFile().length(), "");
    }

    @Test
    void sameDisk_withOtherTimes_doesNotDiffer() throws IOException {
        for (Path file : List.of(etc.resolve("fstab"), etc.resolve("cni"), etc)) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        }
        // Docker writes it at each start.
        Files.writeString(etc.resolve("hosts"), "127.0.0.1 another\n");

        assertThat(difference()).isEmpty();
    }

    @Test
    void changedContent_isNamed() throws IOException {
        Files.writeString(etc.resolve("fstab"), "some\n");

        assertThat(difference()).contains("etc/fstab: Contents differ");
    }

    @Test
    void changedFileThatIsSavedAlone_isNamed() throws IOException {
        Files.writeString(folder.resolve("disk/opt/bin/tool"), "#!/bin/no\n");

        assertThat(difference()).contains("tool: Contents differ");
    }

    @Test
    void changedMode_isNamed() throws IOException {
        Files.setPosixFilePermissions(etc.resolve("cni"), PosixFilePermissions.fromString("rwx------"));

        assertThat(difference().orElseThrow()).startsWith("etc/cni: Mode differs");
    }

    /** tar compares owners of files alone. */
    @Test
    void changedOwnerOfAFolder_isNamed() throws IOException {
        assumeThat(Files.getOwner(etc).getName()).as("only root gives folders away").isEqualTo("root");
        run(Command.of("chown", "1", etc.resolve("cni").toString()));

        assertThat(difference().orElseThrow()).contains("etc/cni");
    }

    @Test
    void oddNames_areCompared() throws IOException {
        for (String name : List.of("-rf", "( !", "of\r\nDOS", "tab\tand $", "back\\slash")) {
            Path odd = folder.resolve("disk").resolve(name);
            Files.writeString(Files.createDirectories(odd).resolve(name), "one");
            saved = new Snapshot.SavedMachine("node", "worker", List.of(saved(odd, "node-00.tar")), List.of(), "",
                    List.of(), List.of());
            assertThat(difference()).as(name).isEmpty();

            Files.writeString(odd.resolve("strange"), "");
            assertThat(difference()).as(name).isPresent();
        }
    }

    /** No archive has it: what the box has is known to docker alone. */
    @Test
    void folderOfOtherAccess_isNamed() {
        changes.add(DiskChange.access("/usr/bin", new DiskChange.Access("700", "0:0"),
                new DiskChange.Access("755", "0:0")));
        assertThat(difference()).contains("/usr/bin");

        changes.set(0, DiskChange.hidden("/usr/bin", "/usr/bin/a\\nb"));
        assertThat(difference()).isPresent();
        changes.set(0, DiskChange.hidden("/", "/a\\nb"));
        assertThat(difference()).contains("/a\\nb");
    }

    /** As docker tells it, where the machine cannot list its files. */
    @Test
    void accessThatNobodyKnows_isNotTheSame() {
        tellsAccess = false;
        assertThat(difference()).contains("which of its folders have another mode or owner is not known");

        saved = new Snapshot.SavedMachine("node", "worker", saved.paths(), saved.deleted(), "", List.of(), null);
        assertThat(difference()).as("nor did the snapshot").isEmpty();
    }

    /** The machine's own hosts file is docker's, and no other is. */
    @Test
    void changedHostsFileElsewhere_isNamed() throws IOException {
        Path hosts = Files.createDirectories(etc.resolve("jail/etc")).resolve("hosts");
        Files.writeString(hosts, "one");
        Snapshot.SavedPath again = saved(etc, "node-00.tar");
        saved = new Snapshot.SavedMachine("node", "worker", List.of(again), List.of(), "", List.of(),
                List.of());
        assertThat(difference()).isEmpty();

        Files.writeString(hosts, "two");
        assertThat(difference()).contains("etc/jail/etc/hosts: Contents differ");
    }

    @Test
    void changedLink_isNamed() throws IOException {
        Files.delete(etc.resolve("mtab"));
        Files.createSymbolicLink(etc.resolve("mtab"), Path.of("hosts"));

        assertThat(difference().orElseThrow()).contains("etc/mtab");
    }

    /** Nothing but the folder's own time tells of it. */
    @Test
    void deletedFile_isNamed() throws IOException {
        Files.delete(etc.resolve("fstab"));

        assertThat(difference().orElseThrow()).contains("etc/fstab");
    }

    @Test
    void newFile_isNamed() throws IOException {
        Files.writeString(etc.resolve("cni/net.d/99 other.conf"), "{}\n");

        assertThat(difference().orElseThrow()).contains("etc/cni/net.d");
    }

    @Test
    void deletedFile_thatIsBack_isNamed() throws IOException {
        Path back = Files.createDirectories(folder.resolve("disk/usr")).resolve("gone");
        Files.writeString(back, "");

        assertThat(difference()).contains(back.toString());
    }

    @Test
    void strangersAndFilesOfTheBox_areNamed() {
        changes.add(new DiskChange(DiskChange.Kind.ADDED, "/srv/data"));
        assertThat(difference()).contains("/srv/data");

        changes.set(0, new DiskChange(DiskChange.Kind.CHANGED, "/usr/bin/kubelet"));
        assertThat(difference()).contains("/usr/bin/kubelet");

        changes.set(0, new DiskChange(DiskChange.Kind.ADDED, "/var/log/pods/x"));
        assertThat(difference()).as("no snapshot has it").isEmpty();
    }

    @Test
    void archiveThatIsShort_isNotTheSame() throws IOException {
        byte[] whole = Files.readAllBytes(folder.resolve("node-00.tar"));
        Files.write(folder.resolve("node-00.tar"), Arrays.copyOf(whole, 700));

        assertThat(difference()).isPresent();
    }

    @Test
    void silentMachine_isNotTheSame() {
        silent = true;

        assertThat(difference()).contains("its disk cannot be compared");
    }

    @Test
    void missingFolder_isAFailure() throws IOException {
        Files.move(etc, folder.resolve("disk/elsewhere"));

        assertThatThrownBy(this::difference).isInstanceOf(LabException.class);
    }

    @Test
    void missingProgram_isAFailure() throws IOException {
        for (String program : List.of("date", "tar", "sed", "find", "sort", "comm")) {
            Path bin = Files.createDirectories(folder.resolve("without-" + program));
            for (String other : List.of("date", "head", "tar", "sed", "find", "sort", "comm", "rm", "mkdir")) {
                if (!other.equals(program)) {
                    StubProgram.write(bin.resolve(other), "exec /usr/bin/%s \"$@\"".formatted(other));
                }
            }
            path = Optional.of(bin.toString());
            try {
                assertThat(difference()).as(program).isPresent();
            } catch (LabException e) {
                assertThat(e.id()).as(program).isEqualTo("failed");
            }
        }
    }

    private Optional<String> difference() {
        return new DiskComparison(new Disk(), saved, folder).look(new Cancellation()).difference();
    }

    private String run(Command command) {
        return new LocalProcesses().run(command, new Cancellation()).orFail("failed", "It failed.", "").stdout();
    }

    /** Of this host, but for what docker says changed. */
    private final class Disk extends ScriptRunner {
        @Override
        public DiskChanges changes(String machine, Cancellation cancellation) {
            return new DiskChanges(changes, tellsAccess);
        }

        @Override
        public String run(String machine, String script, List<String> arguments, List<Path> stdin, Duration within,
                          Cancellation cancellation) {
            if (silent) {
                return "";
            }
            List<String> words = new ArrayList<>(List.of("sh", "-c", path.map("PATH=%s\n"::formatted).orElse("")
                    + script.replace("/var/tmp/hybridlab-compare", folder.resolve("compare").toString()), "sh"));
            words.addAll(arguments);
            return DiskComparisonTest.this.run(Command.of(words.toArray(String[]::new)).stdinFrom(stdin));
        }
    }

    /** The quick way would end with what cannot be compared, and whole machines be set back after it. */
    @Test
    void largeDisks_areKnownBeforehand() {
        assertThat(DiskComparison.isTooLarge(saved("/srv", 201L << 20))).isTrue();
        assertThat(DiskComparison.isTooLarge(saved("/srv", 199L << 20))).isFalse();
        assertThat(DiskComparison.isTooLarge(saved(ResetInPlace.ETCD, 201L << 20))).isFalse();
    }

    private static Snapshot.SavedMachine saved(String path, long bytes) {
        return new Snapshot.SavedMachine("node", "worker", List.of(new Snapshot.SavedPath(path, "node-00.tar", bytes,
                "")), List.of(), "", List.of(), List.of());
    }
}
