package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.DnsSettings;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.fake.Checkout;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.provider.TestLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs linux/pod-names.sh.ftl on a folder that stands for a machine, with a fake systemd. */
class PodNamesScriptTest {
    private static final String UNIT = "etc/systemd/system/hybridlab-names-udp.service";
    private static final String STARTED =
            "--quiet enable --now hybridlab-names-udp.service hybridlab-names-tcp.service\n";

    @TempDir
    Path root;
    private DnsSettings dns = DnsSettings.NONE;

    @BeforeEach
    void machine() throws IOException {
        Files.createDirectories(root.resolve("etc/hybridlab"));
        Files.createDirectories(root.resolve("etc/systemd/system"));
        program("socat", "exit 1");
        program("systemctl", "echo \"$@\" >> '%s/systemctl.log'".formatted(root));
    }

    /** As Docker 20.10, 28 on systemd-resolved, and 28 beside an ordinary name server write it. */
    @ParameterizedTest
    @CsvSource({"''", "# ExtServers: [host(127.0.0.53)]", "# ExtServers: [192.168.1.1]"})
    void container_sharesDockersResolverWithPods(String comment) throws IOException {
        resolvConf("nameserver 127.0.0.11\noptions ndots:0\n" + comment + "\n");

        assertThat(run(true)).isEmpty();

        assertThat(pods()).isEqualTo("nameserver 192.168.56.11\n");
        assertThat(root.resolve(UNIT)).content().contains("/socat -t 3 UDP4-RECVFROM:53,fork,bind=192.168.56.11",
                " UDP4:127.0.0.11:53\n");
        assertThat(log()).isEqualTo(STARTED);
    }

    /** As linux/dns.sh.ftl writes it where the host has other name servers than it had. */
    @Test
    void newerServer_beforeDockers_isAsked() throws IOException {
        resolvConf("nameserver 192.0.2.53\nnameserver 127.0.0.11\n");

        run(true);

        assertThat(root.resolve(UNIT)).content().contains(" UDP4:192.0.2.53:53\n");
    }

    @Test
    void container_secondRun_leavesServices() throws IOException {
        resolvConf("nameserver 127.0.0.11\n");
        run(true);
        Files.delete(root.resolve("systemctl.log"));

        run(true);

        assertThat(log()).isEqualTo(STARTED);
    }

    @Test
    void services_ofOtherText_areStoppedFirst() throws IOException {
        resolvConf("nameserver 127.0.0.11\n");
        Files.writeString(root.resolve(UNIT), "of another text");

        run(true);

        assertThat(log()).isEqualTo("stop hybridlab-names-udp.service\n" + STARTED);
    }

    @Test
    void container_withLabsServers_passesNothingOn() throws IOException {
        resolvConf("nameserver 127.0.0.11\n");
        run(true);
        dns = new DnsSettings(List.of(Ipv4.parse("10.9.9.53")), List.of("mylan.k8s"));

        run(true);

        assertThat(pods()).isEqualTo("nameserver 10.9.9.53\nsearch mylan.k8s\n");
        assertThat(root.resolve(UNIT)).doesNotExist();
        assertThat(log()).contains("disable --now hybridlab-names-udp.service");
    }

    /** Its box may be somebody's own. */
    @Test
    void container_withoutSocat_passesServersOn() throws IOException {
        Files.delete(root.resolve("bin/socat"));
        resolvConf("nameserver 127.0.0.11\n# ExtServers: [host(192.168.1.1) 127.0.0.53]\n");

        run(true);

        assertThat(pods()).isEqualTo("nameserver 192.168.1.1\n");
        assertThat(root.resolve(UNIT)).doesNotExist();
    }

    @Test
    void virtualMachine_passesItsServersOn() throws IOException {
        resolvConf("nameserver 127.0.0.53\nnameserver 192.168.121.1\nnameserver fd00::1\n");

        assertThat(run(false)).isEmpty();
        assertThat(pods()).isEqualTo("nameserver 192.168.121.1\n");
    }

    @Test
    void machine_withLoopbackServersOnly_namesTheCure() throws IOException {
        resolvConf("nameserver 127.0.0.1\n");

        assertThat(run(false)).contains("has no name server that pods reach", "network.dns.servers");
        assertThat(pods()).isEqualTo("nameserver 192.0.2.1\n");
    }

    private void resolvConf(String text) throws IOException {
        Files.writeString(root.resolve("etc/resolv.conf"), text);
    }

    private String pods() throws IOException {
        return Files.readString(root.resolve("etc/hybridlab/resolv.conf"));
    }

    private String log() throws IOException {
        return Files.readString(root.resolve("systemctl.log"));
    }

    private void program(String name, String commands) {
        StubProgram.write(root.resolve("bin").resolve(name), commands);
    }

    /** What it says. */
    private String run(boolean containers) throws IOException {
        String script = Checkout.TEMPLATES.render("linux/pod-names.sh.ftl", Map.of("machine",
                TestLabs.linux().machines().get(1), "containers", containers, "lab",
                Map.of("network", Map.of("dns", dns))));
        Path file = Files.writeString(root.resolve("names.sh"), "name=node\naddress=192.168.56.11\n"
                + script.replace("/etc/", root + "/etc/").replace("/run/", root + "/run/")
                .replace("command -v socat", "command -v " + root + "/bin/socat"));
        Result result = new LocalProcesses().run(Command.of("bash", "-euo", "pipefail", file.toString())
                .env("PATH", root.resolve("bin") + ":" + System.getenv("PATH")), new Cancellation());
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return result.stdout();
    }
}
