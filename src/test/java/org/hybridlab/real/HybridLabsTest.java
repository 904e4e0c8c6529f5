package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.hybridlab.process.Result;
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
