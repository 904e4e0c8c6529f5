package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.hybridlab.config.model.Cidr;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stand-in for a Windows machine joins the cluster of another lab without flannel. The test plays the cluster's
 * owner: it runs on the cluster's machines what {@code up} has written for them, while {@code up} waits.
 */
@Tag("long")
@Tag("docker")
class JoinBehindGatewaysTest {
    private static final List<String> MACHINES = List.of("control", "node1", "node2");
    private static final Duration SOON = Duration.ofMinutes(5);
    private static final int NOT_JUDGED = 5;
    /** A pod on each machine, which answers pings. */
    private static final String APP = """
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: there}
            spec:
              selector: {matchLabels: {app: there}}
              template:
                metadata: {labels: {app: there}}
                spec:
                  nodeSelector: {kubernetes.io/os: linux}
                  tolerations: [{operator: Exists}]
                  containers: [{name: there, image: [=agnhostImage], args: [netexec]}]
            """;

    @TempDir
    private static Path folder;
    private static RealLab cluster;
    private static StandInHost host;
    private static RealLab guests;
    private static Cidr network;

    /** Its flannel speaks what flannel speaks by itself, and no Windows machine does. */
    @BeforeAll
    static void aClusterIsThere() throws IOException, InterruptedException {
        Path there = Files.createDirectories(folder.resolve("there/apps")).getParent();
        Files.writeString(there.resolve("apps/there.yaml.ftl"), APP);
        Files.writeString(there.resolve("lab.yaml"), """
                name: gatewaycluster
                kubernetes: 1.37
                provider: docker
                network: {vni: 1, port: 8472, pods: 10.160.0.0/12, services: 10.176.0.0/12}
                machines: [{name: control, role: control-plane, memory: 3000MiB}, {name: node, count: 2}]
                apps: [{name: there}]
                """);
        cluster = RealLab.copyOf(there, "gatewaycluster", Map.of());
        cluster.must("up", "--no-checks");
        String name = cluster.host("docker", "inspect", "--format", "{{.HostConfig.NetworkMode}}",
                cluster.container("control")).stdout().strip();
        network = Cidr.parse(cluster.host("docker", "network", "inspect", "--format",
                "{{(index .IPAM.Config 0).Subnet}}", name).stdout().strip());
        host = StandInHost.open(folder);
        host.publish("pause:3.10.2", 1);
        Path source = folder.resolve("guests");
        RealLab.copy(Path.of("src/test/standin"), source);
        Files.writeString(source.resolve("lab.yaml"), """
                name: gatewayguests
                kubernetes: 1.37
                cluster: {kubeconfig: %s, gateways: [%s, %s]}
                network: {mode: tor-winbridge, machines: %s}
                machines:
                  - {name: win, os: windows, build: 2022, memory: 4GiB, box: 'hybridlab/standin:test', address: %s}
                """.formatted(cluster.workspace().resolve("kubeconfig"), address("node1"), address("node2"), network,
                network.address(100)));
        guests = host.lab(source, "gatewayguests", "{}", "");
    }

    @AfterAll
    static void destroy() throws IOException {
        if (guests != null) {
            guests.close();
        }
        cluster.close();
        host.close();
    }

    @Test
    void up_behindForeignGateway_waitsForIt() {
        try (RealCall up = guests.start("up", "--provider", "docker")) {
            MACHINES.forEach(machine -> await("a script for " + machine).atMost(SOON)
                    .until(() -> Files.exists(script(machine))));
            up.awaitLine("running", "Wait for the gateway of the pods of win");
            assertThat(wrongMachine()).contains("this is another machine");
            MACHINES.forEach(JoinBehindGatewaysTest::runScript);
            assertThat(up.exitCode(SOON)).as(up.output()).isEqualTo(NOT_JUDGED);
        }
        assertThat(guests.json("check").get("checks").valueStream()
                .filter(check -> check.get("outcome").asString().equals("passed"))
                .map(check -> check.get("id").asString())).contains("gateways-answer", "windows-routes");
        assertThat(guests.call("up", "--provider", "docker").stderr()).contains("All steps are done")
                .doesNotContain(" start ");

        String gateway = guests.host("sed", "-nE", "s/.*address show to ([0-9.]+) .*/\\1/p",
                script("node1").toString()).stdout().strip();
        aPodOfTheMachineReachesPodsOnEachMachineOfTheCluster(gateway);

        assertThat(guests.must("destroy", "--yes").stderr()).contains("/etc/hybridlab/remove-gateway-win.sh on ",
                address("control"), address("node1"), address("node2"));
        MACHINES.forEach(machine -> inCluster(machine, "sh /etc/hybridlab/remove-gateway-win.sh"));
        MACHINES.forEach(machine -> assertThat(inCluster(machine, "ip route; ip address; ls /etc/systemd/system "
                + "/etc/hybridlab; systemctl list-units --all 'hybridlab-gateway*' 'hybridlab-route*'"))
                .doesNotContain("gateway-win", "route-win", gateway));
    }

    /** The stand-in's container plays the pod: it has an address of the share, and knows its gateway only. */
    private void aPodOfTheMachineReachesPodsOnEachMachineOfTheCluster(String gateway) {
        String pod = gateway.replaceAll("\\.1$", ".10");
        String win = guests.container("win");
        guests.host("docker", "exec", win, "sh", "-c",
                "ip address add %s/24 dev eth0 && ip route add 10.160.0.0/12 via %s"
                .formatted(pod, gateway));
        List<String> pods = cluster.must("kubectl", "get", "pods", "-l", "app=there", "-o",
                "jsonpath={.items[*].status.podIP}").stdout().lines().flatMap(line -> List.of(line.split(" ")).stream())
                .toList();
        assertThat(pods).hasSize(3);
        pods.forEach(one -> assertThat(guests.host("docker", "exec", win, "ping", "-c", "3", "-W", "2", "-I", pod, one)
                .stdout()).contains("bytes from " + one));
    }

    private static String wrongMachine() {
        return guests.host("sh", "-c", "docker exec -i %s bash -s < %s 2>&1 || true".formatted(
                cluster.container("control"), script("node1"))).stdout();
    }

    private static void runScript(String machine) {
        guests.host("sh", "-c", "docker exec -i %s bash -s < %s".formatted(cluster.container(machine),
                script(machine)));
    }

    private static String inCluster(String machine, String command) {
        return cluster.host("docker", "exec", cluster.container(machine), "sh", "-c", command).stdout();
    }

    private static Path script(String machine) {
        return guests.workspace().resolve("cluster-scripts").resolve(address(machine)).resolve("gateway-win.sh");
    }

    private static String address(String machine) {
        return cluster.host("docker", "inspect", "--format",
                "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}", cluster.container(machine)).stdout()
                        .strip();
    }
}
