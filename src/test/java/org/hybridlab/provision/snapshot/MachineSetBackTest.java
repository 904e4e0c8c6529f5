package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
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

        shell(Command.of("sh", "-c", MachineSetBack.UNPACK, "sh", root.resolve("to").toString())
                .stdinFrom(root.resolve("a.tar")));

        assertThat(root.resolve("to/etcd/member/wal")).isDirectoryContaining("glob:**.wal")
                .isDirectoryNotContaining("glob:**.tmp");
        assertThat(root.resolve("to/etcd/member/snap/db")).hasContent("data");
    }

    private static void shell(Command command) {
        new LocalProcesses().run(command.timeout(Duration.ofSeconds(20)), line -> { }, new Cancellation())
                .orFail("script-failed", "The script failed.", "");
    }
}
