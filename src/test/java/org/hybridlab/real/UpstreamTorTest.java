package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The Linux side of tor-winbridge on docker. The Windows machine is a node only; where the test needs somebody behind
 * the gateway, a container with the machine's address, and one of its pods' addresses, stands in for it.
 */
@Tag("long")
@Tag("docker")
class UpstreamTorTest {
    private static final RealLab LAB = RealLab.copyOf("upstream-tor", "tor");
    private static final List<String> HOLDERS = List.of("node1", "node2", "node3");
    private static final Pattern ANSWER = Pattern.compile("^\\[([0-9.]+)\\] \\d+ bytes", Pattern.MULTILINE);
    private static final Duration SOON = Duration.ofMinutes(1);
    private static String gateway;
    private static String pod;
    private static String from;

    @BeforeAll
    static void up() {
        assertThat(LAB.call("up", "--provider", "docker", "--simulate-windows").exitCode()).isEqualTo(5);
        String network = LAB.must("kubectl", "get", "node", "win", "-o", "jsonpath={.spec.podCIDR}").stdout().strip();
        // Of the bridge on the control plane, so that answers come back by the gateway too.
        from = LAB.must("kubectl", "get", "node", "control", "-o", "jsonpath={.spec.podCIDR}").stdout().strip()
                .replace(".0/24", ".1");
        gateway = network.replace(".0/24", ".1");
        pod = network.replace(".0/24", ".10");
        standIn();
    }

    private static void standIn() {
        String image = LAB.host("docker", "inspect", "-f", "{{.Config.Image}}", LAB.container("control")).stdout()
                .strip();
        String network = LAB.host("docker", "inspect", "-f", "{{.HostConfig.NetworkMode}}", LAB.container("control"))
                .stdout().strip();
        String address = LAB.must("kubectl", "get", "node", "win", "-o", "jsonpath={.status.addresses[0].address}")
                .stdout().strip();
        LAB.host("docker", "run", "--detach", "--name", LAB.container("stand-in"), "--network", network, "--ip",
                address,
                "--cap-add", "NET_ADMIN", "--entrypoint", "sleep", image, "infinity");
        LAB.host("docker", "exec", LAB.container("stand-in"), "sh", "-c",
                "ip address add %s/24 dev eth0 && ip route replace default via %s".formatted(pod, gateway));
    }

    @AfterAll
    static void destroy() {
        LAB.host("docker", "rm", "--force", LAB.container("stand-in"));
        LAB.close();
    }

    @Test
    void traffic_whenGatewayHolderGoes_resumes() {
        String holder = holder();
        RealCall pings = LAB.start("ssh", "control", "--", "ping -D -i 0.1 -w 20 -I %s %s".formatted(from, pod));
        pings.awaitLine("bytes from " + pod);

        LAB.host("docker", "kill", LAB.container(holder));

        assertThat(pings.exitCode(SOON)).as(pings.output()).isZero();
        assertThat(longestSilence(pings.output())).isLessThan(5.0);
        await("another machine holds the gateway").atMost(SOON).until(() -> !holders().isEmpty());
        assertThat(holder()).isNotEqualTo(holder);

        String next = holder();
        assertThat(LAB.call("up").exitCode()).isEqualTo(5);
        assertThat(holder()).as("it stays where it went").isEqualTo(next);
    }

    private static double longestSilence(String output) {
        List<Double> moments = ANSWER.matcher(output).results().map(MatchResult::group)
                .map(line -> Double.parseDouble(line.substring(1, line.indexOf(']')))).toList();
        assertThat(moments).hasSizeGreaterThan(50);
        return IntStream.range(1, moments.size()).mapToDouble(i -> moments.get(i) - moments.get(i - 1)).max()
                .orElseThrow();
    }

    private static String holder() {
        assertThat(holders()).hasSize(1);
        return holders().get(0);
    }

    private static List<String> holders() {
        List<String> running = LAB.host("docker", "ps", "--format", "{{.Names}}").stdout().lines().toList();
        return HOLDERS.stream().filter(machine -> running.contains(LAB.container(machine)))
                .filter(machine -> !LAB.host("docker", "exec", LAB.container(machine), "ip", "-o", "address", "show",
                "to",
                        gateway).stdout().isBlank()).toList();
    }
}
