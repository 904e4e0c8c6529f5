package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.fake.StubProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine is told before it is set back, by running that part of the script. */
class MachineSetBackTest {
    @TempDir
    private Path root;

    /** A kubelet that systemd starts again starts an etcd whose data are being unpacked. */
    @Test
    void stayDown_ofServicesBelowEtc_holds() throws IOException {
        Path reloads = root.resolve("reloads");
        String script = "systemctl() { echo \"$*\" >> '%s'; }\n".formatted(reloads)
                + MachineSetBack.STAY_DOWN.replace("/run/systemd", root + "/run/systemd");
        shell(Command.of("sh", "-euc", script));

        Path units = root.resolve("run/systemd/system");
        assertThat(units.resolve("service.d/99-hybridlab-reset.conf")).hasContent("[Service]\nRestart=no");
        for (String unit : new String[] {"kubelet", "containerd", "hybridlab-etcd"}) {
            assertThat(units.resolve(unit + ".service.d/99-hybridlab-reset.conf")).hasContent(
                    "[Unit]\nConditionPathExists=/run/hybridlab/never\n[Service]\nRestart=no");
        }
        assertThat(Files.readString(reloads)).isEqualTo("daemon-reload\n");
    }

    /** The log itself is what etcd starts from. */
    @Test
    void unpack_ofEtcd_leavesSpareLogOut() throws IOException {
        Path wal = Files.createDirectories(root.resolve("from/etcd/member/wal"));
        Files.writeString(wal.resolve("0.tmp"), "space");
        Files.writeString(wal.resolve("0000-0000.wal"), "log");
        Files.writeString(Files.createDirectories(root.resolve("from/etcd/member/snap")).resolve("db"), "data");
        shell(Command.of("tar", "-c", "-C", root.resolve("from").toString(), "-f", root.resolve("a.tar").toString(),
                "etcd"));

        shell(unpack(List.of("0", "0", "1", root.resolve("to").toString(), size("a.tar"), "0"), "a.tar"));

        assertThat(root.resolve("to/etcd/member/wal")).isDirectoryContaining("glob:**.wal")
                .isDirectoryNotContaining("glob:**.tmp");
        assertThat(root.resolve("to/etcd/member/snap/db")).hasContent("data");
    }

    /** One call has all of them behind each other, so that a wrong border spoils all that follow. */
    @Test
    void unpack_ofSeveralArchives_sortsThemOut() throws IOException {
        Files.writeString(root.resolve("stranger"), "goes first");
        Files.writeString(root.resolve("deleted"), "goes last");
        archive("a.tar", "one", "x".repeat(100_000));
        archive("b.tar", "deleted", "was saved");
        archive("c.tar", "three", "");

        shell(unpack(List.of("2", root.resolve("stranger").toString(), root.resolve("gone").toString(), "0", "3",
                root.resolve("to").toString(), size("a.tar"), root.toString(), size("b.tar"),
                root.resolve("to it").toString(), size("c.tar"), "0", root.resolve("deleted").toString()),
                "a.tar", "b.tar", "c.tar"));

        assertThat(root.resolve("to/one")).hasContent("x".repeat(100_000));
        assertThat(root.resolve("to it/three")).exists();
        assertThat(root.resolve("stranger")).doesNotExist();
        assertThat(root.resolve("deleted")).doesNotExist();
    }

    /** The bits in front of the three digits go, too. */
    @Test
    void unpack_setsModesOfFolders_asTold() throws IOException {
        Path changed = Files.createDirectories(root.resolve("changed"));
        shell(Command.of("chmod", "7700", changed.toString()));
        Path link = Files.createSymbolicLink(root.resolve("link"), Files.createDirectories(root.resolve("other")));
        String owner = "%s:%s".formatted(Files.getAttribute(root, "unix:uid"), Files.getAttribute(root, "unix:gid"));

        shell(unpack(List.of("0", "0", "0", "3", changed.toString(), "755", owner, link.toString(), "777", owner,
                root.resolve("none").toString(), "755", owner)));

        assertThat((int) Files.getAttribute(changed, "unix:mode") & 07777).isEqualTo(0755);
        assertThat((int) Files.getAttribute(link, "unix:mode") & 07777).as("not where it leads").isNotEqualTo(0777);
        assertThat(root.resolve("none")).doesNotExist();
    }

    /** tar itself may be what an upgrade changed. */
    @Test
    void fileThatComesBack_staysUntilThen() throws IOException {
        Path tools = Files.createDirectories(root.resolve("tools"));
        for (String tool : List.of("tar", "rm", "head", "mkdir")) {
            StubProgram.write(tools.resolve(tool), "exec /usr/bin/%s \"$@\"".formatted(tool));
        }
        archive("a.tar", "tar", "of the snapshot");
        Files.createDirectories(tools.resolve("folder/in it"));
        archive("b.tar", "folder", "a file");

        Command unpack = unpack(List.of("0", "2", tools.resolve("tar").toString(), tools.resolve("folder").toString(),
                "2", tools.toString(), size("b.tar"), tools.toString(), size("a.tar"), "0"), "b.tar", "a.tar");
        shell(unpack.env("PATH", tools.toString()));

        assertThat(tools.resolve("tar")).hasContent("of the snapshot");
        assertThat(tools.resolve("folder")).hasContent("a file");
    }

    @Test
    void unpack_ofCutArchive_fails() throws IOException {
        archive("a.tar", "one", "x".repeat(100_000));
        Files.write(root.resolve("cut.tar"), Arrays.copyOf(Files.readAllBytes(root.resolve("a.tar")), 51_200));
        Command command = unpack(List.of("0", "0", "1", root.resolve("to").toString(), size("a.tar"), "0"), "cut.tar");

        assertThat(failure(() -> shell(command)).id()).isEqualTo("script-failed");
    }

    private void archive(String file, String name, String content) throws IOException {
        Path from = Files.createTempDirectory(root, "from");
        Files.writeString(from.resolve(name), content);
        shell(Command.of("tar", "-c", "-C", from.toString(), "-f", root.resolve(file).toString(), name));
    }

    private String size(String archive) throws IOException {
        return String.valueOf(Files.size(root.resolve(archive)));
    }

    private Command unpack(List<String> arguments, String... archives) {
        return Command.of("/bin/sh", "-c", MachineSetBack.UNPACK, "sh").with(arguments.toArray(String[]::new))
                .stdinFrom(Stream.of(archives).map(root::resolve).toList());
    }

    private static void shell(Command command) {
        new LocalProcesses().run(command.timeout(Duration.ofSeconds(20)), line -> { }, new Cancellation())
                .orFail("script-failed", "The script failed.", "");
    }
}
