package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.fake.Checkout;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.provider.TestLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs linux/kernel.sh.ftl on a folder that stands for a machine whose modprobe has no right to load anything. */
class KernelScriptTest {
    @TempDir
    Path root;

    @BeforeEach
    void container() throws IOException {
        Files.createDirectories(root.resolve("etc"));
        write("proc/sys/net/ipv4/ip_forward", "1\n");
        program("modprobe", "echo 'modprobe: ERROR: could not insert: Operation not permitted' >&2; exit 1");
        program("sysctl", "true");
    }

    /** The sign is the same where the kernel has it built in, and /sys/module knows no module of that name. */
    @Test
    void bridgeFilter_loadedByHost_isEnough() throws IOException {
        write("proc/sys/net/bridge/bridge-nf-call-iptables", "1\n");

        assertThat(run(true).exitCode()).isZero();
        assertThat(root.resolve("etc/sysctl.d/99-hybridlab.conf")).content().contains("bridge-nf-call-iptables = 1");
    }

    @Test
    void bridgeFilter_notLoaded_endsWithItsCure() throws IOException {
        assertThat(run(true)).satisfies(result -> {
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.stderr()).contains("br_netfilter is not loaded on the host of node", "hybridlab setup");
        });
        assertThat(run(false).stderr()).contains("its kernel lacks it");
    }

    @Test
    void bridgeFilter_machineLoadsIt_isEnough() throws IOException {
        Files.createDirectories(root.resolve("proc/sys/net/bridge"));
        program("modprobe", "[ $1 != br_netfilter ] || echo 1 > " + root
                + "/proc/sys/net/bridge/bridge-nf-call-iptables");

        assertThat(run(false).exitCode()).isZero();
    }

    private void write(String path, String text) throws IOException {
        writeFile(root.resolve(path), text);
    }

    private void program(String name, String commands) {
        StubProgram.write(root.resolve("bin").resolve(name), commands);
    }

    private Result run(boolean containers) throws IOException {
        String script = Checkout.TEMPLATES.render("linux/kernel.sh.ftl",
                Map.of("machine", TestLabs.linux().machines().get(1), "containers", containers));
        Path file = Files.writeString(root.resolve("kernel.sh"), "name=node\n" + script.replace("/etc/", root + "/etc/")
                .replace("/proc/", root + "/proc/"));
        return new LocalProcesses().run(Command.of("bash", "-euo", "pipefail", file.toString())
                .env("PATH", root.resolve("bin") + ":" + System.getenv("PATH")), new Cancellation());
    }
}
