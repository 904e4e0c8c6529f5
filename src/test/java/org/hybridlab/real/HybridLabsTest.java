package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Our hybrid labs on docker, with simulated Windows machines: the Linux side is up, every pod has the node that it
 * should have, and what needs Windows is not judged. Two others have tests of their own (first-hybrid, upstream-tor).
 */
@Tag("long")
@Tag("docker")
class HybridLabsTest {
    private static final int NOT_JUDGED = 5;
    private static final Duration SOON = Duration.ofMinutes(1);

    private RealLab lab;

    @AfterEach
    void destroy() {
        lab.close();
    }

    @Test
    void kiamolCh18() {
        comesUp("kiamol-ch18");
    }

    @Test
    void l2bridge() {
        comesUp("l2bridge");
    }

    @Test
    void handbookWindows() {
        comesUp("handbook-windows");

        assertThat(lab.must("kubectl", "top", "nodes", "--no-headers").stdout().lines().map(line -> line.split(" ")[0]))
                .contains("control", "node");
    }

    @Test
    void rancher() {
        comesUp("rancher");

        lab.must("kubectl", "create", "deployment", "plain", "--image=registry.k8s.io/pause:3.10.2", "--replicas=8");
        await("eight pods have a node").atMost(SOON).until(() -> nodesOf("app=plain").size() == 8);
        assertThat(nodesOf("app=plain")).as("pods that say nothing").containsOnly("win-0-vm");
        assertThat(nodesOf("component=api")).containsOnly("win-0-vm");
        assertThat(nodesOf("component=web")).containsOnly("worker-0-vm");
    }

    @Test
    void mixedBuilds() {
        comesUp("mixed-builds");

        assertThat(nodesOf("app=reports-2022")).containsExactly("win2022");
        assertThat(nodesOf("app=reports-2025")).containsExactly("win2025");
    }

    private List<String> nodesOf(String label) {
        return lab.must("kubectl", "get", "pods", "-l", label, "-o", "jsonpath={.items[*].spec.nodeName}").stdout()
                .lines().flatMap(line -> Stream.of(line.split(" "))).filter(name -> !name.isBlank()).toList();
    }

    private void comesUp(String name) {
        lab = RealLab.copyOf(name, name);

        Result up = lab.call("up", "--provider", "docker", "--simulate-windows");

        assertThat(up.exitCode()).as(up.stdout() + up.stderr()).isEqualTo(NOT_JUDGED);
        JsonNode report = lab.json("check");
        assertThat(report.at("/summary/failed").asInt()).as(report.toPrettyString()).isZero();
        assertThat(report.at("/summary/passed").asInt()).isGreaterThan(4);
        List<String> simulated = report.get("simulated").valueStream().map(JsonNode::asString).toList();
        assertThat(simulated).isNotEmpty();
        assertThat(lab.must("kubectl", "get", "nodes", "-l", "kubernetes.io/os=windows", "-o", "name").stdout().lines()
                .map(line -> line.replace("node/", ""))).containsExactlyInAnyOrderElementsOf(simulated);
    }
}
