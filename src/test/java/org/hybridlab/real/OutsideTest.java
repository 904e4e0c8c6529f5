package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Os;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What a lab file says of proxies and mirrors reaches real machines, does what it should, and goes away with it. */
@Tag("long")
@Tag("docker")
@TestMethodOrder(OrderAnnotation.class)
class OutsideTest {
    /** A registry that nobody can reach. */
    private static final String REGISTRY = "registry.invalid";
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "outside");

    private static OutsideWorld outside;
    private static String direct;

    @BeforeAll
    static void up() throws IOException {
        String bridge = LAB.host("docker", "network", "inspect", "--format", "{{(index .IPAM.Config 0).Gateway}}",
                "bridge").stdout().strip();
        outside = new OutsideWorld(bridge);
        Path file = LAB.folder().resolve("lab.yaml");
        direct = Files.readString(file);
        Files.writeString(file, """

                proxy:
                  httpProxy: %s
                  noProxy: ["%s"]
                mirrors:
                  registry: %s
                """.formatted(outside.proxy(), bridge, outside.mirror()), StandardOpenOption.APPEND);
        LAB.must("up", "--provider", "docker");
    }

    @AfterAll
    static void destroy() {
        LAB.close();
        outside.close();
    }

    @Test
    @Order(1)
    void loginShellPrograms_goThroughTheProxy() {
        assertThat(LAB.must("ssh", "node", "--", "curl --silent --max-time 20 http://shell.invalid/page").stdout()
                .strip())
                .isEqualTo(OutsideWorld.PROXY_ANSWER);
    }

    @Test
    @Order(2)
    void aptGoesThroughTheProxy() {
        LAB.call("exec", "--on", "node", "--sudo", "--", "sh", "-c",
                "echo deb http://apt.invalid/debian x main > /tmp/list; "
                + "apt-get -o Dir::Etc::SourceList=/tmp/list -o Dir::Etc::SourceParts=- -o Acquire::Retries=0 update");

        assertThat(outside.proxied()).anySatisfy(asked -> assertThat(asked.toString())
                .isEqualTo("http://apt.invalid/debian/dists/x/InRelease"));
    }

    @Test
    @Order(3)
    void containerdAndKubeletKnowTheProxy() {
        for (String unit : new String[] {"containerd", "kubelet"}) {
            assertThat(LAB.must("exec", "--sudo", "--", "sh", "-c", "tr '\\0' '\\n' < /proc/$(systemctl show --value "
                    + "--property MainPID " + unit + ")/environ").stdout().lines()
                    .filter(line -> line.endsWith("| HTTP_PROXY=" + outside.proxy()))).as(unit).hasSize(2);
        }
    }

    @Test
    @Order(4)
    void containerd_getsImages_fromTheMirror() throws IOException {
        LocalProcesses processes = new LocalProcesses();
        Path pause = Bundles.of(Path.of("").toAbsolutePath(),
                UserFolders.of(System.getenv(), Path.of(System.getProperty("user.home"))).cache(), System.getenv(),
                processes).cached(LAB.lab().kubernetes(), Os.LINUX, Arch.ofThisHost()).orElseThrow().file("pause");
        outside.publish("team/pause", "1", pause);
        LAB.must("kubectl", "run", "mirrored", "--image=" + REGISTRY + "/team/pause:1");
        LAB.must("kubectl", "wait", "--for=condition=Ready", "--timeout=120s", "pod/mirrored");

        assertThat(outside.mirrored()).isNotEmpty()
                .allSatisfy(asked -> assertThat(asked.getQuery()).isEqualTo("ns=" + REGISTRY));
    }

    /** All of what ran so far was a whole cluster with its checks. */
    @Test
    @Order(5)
    void clusterTraffic_avoidsTheProxy() {
        assertThat(outside.proxied()).isNotEmpty()
                .allSatisfy(asked -> assertThat(asked.getHost()).endsWith(".invalid"));
    }

    @Test
    @Order(6)
    void settings_goneFromLabFile_leaveTheMachines() throws IOException {
        assertThat(settings()).contains(outside.proxy(), outside.mirror());
        Files.writeString(LAB.folder().resolve("lab.yaml"), direct);
        LAB.must("up");

        assertThat(settings()).doesNotContain(outside.proxy(), outside.mirror());
    }

    private static String settings() {
        return LAB.must("exec", "--sudo", "--", "sh", "-c", "cat /etc/environment /etc/apt/apt.conf.d/* "
                + "/etc/containerd/certs.d/_default/hosts.toml /proc/$(pidof containerd)/environ 2>/dev/null; true")
                .stdout();
    }
}
