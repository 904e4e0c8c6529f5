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
        new LocalProcesses().run(Command.of("sh", "-euc", script).timeout(Duration.ofSeconds(20)), line -> { },
                new Cancellation()).orFail("script-failed", "The script failed.", "");

        Path units = root.resolve("run/systemd/system");
        assertThat(units.resolve("service.d/99-hybridlab-reset.conf")).hasContent("[Service]\nRestart=no");
        for (String unit : new String[] {"kubelet", "containerd", "hybridlab-etcd"}) {
            assertThat(units.resolve(unit + ".service.d/99-hybridlab-reset.conf")).hasContent(
                    "[Unit]\nConditionPathExists=/run/hybridlab/never\n[Service]\nRestart=no");
        }
        assertThat(Files.readString(reloads)).isEqualTo("daemon-reload\n");
    }
}
