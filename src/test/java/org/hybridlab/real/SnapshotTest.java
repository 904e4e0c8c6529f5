package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/** A lab on docker is saved, broken, set back, frozen and stopped. */
@Tag("real")
@Tag("docker")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SnapshotTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "snapshot");

    @BeforeAll
    static void saved() {
        LAB.must("up", "--provider", "docker");
        Result saved = LAB.run(Command.of(LAB.launcher(), "snapshot", "save",
                LAB.folder().toString(), "well"));
        assertThat(saved.ok()).as(saved.stderr()).isTrue();
    }

    @Test
    @Order(1)
    void aBrokenLabIsGreenAfterItsReset() {
        LAB.must("kubectl", "-n", "kube-system", "delete", "daemonset,deployment,configmap", "--all");
        LAB.must("kubectl", "delete", "node", "node");
        LAB.host("docker", "exec", LAB.container("node"), "sh", "-c",
                "systemctl stop kubelet; rm /etc/kubernetes/kubelet.conf /usr/bin/kubelet; mkdir /srv/since");
        assertThat(LAB.call("check").exitCode()).isEqualTo(1);

        LAB.must("reset", "well");

        JsonNode checks = LAB.json("check");
        assertThat(checks.at("/summary/failed").asInt()).as(checks.toPrettyString()).isZero();
        assertThat(LAB.host("docker", "exec", LAB.container("node"), "ls", "/srv").stdout()).isBlank();
    }

    @Test
    @Order(2)
    void aFrozenLabGoesOn() {
        LAB.must("suspend");
        assertThat(LAB.json("status").get("machines")).allMatch(row -> row.get("state").asString().equals("paused"));

        LAB.must("resume", "--no-checks");
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> LAB.call("status").ok());
    }

    @Test
    @Order(3)
    void haltedLab_comesBackGreen_withItsSnapshots() {
        LAB.must("halt");
        assertThat(LAB.json("status").get("machines")).allMatch(row -> row.get("state").asString().equals("exited"));
        Result check = LAB.call("check");
        assertThat(check.stderr()).contains("[machines-off]");
        assertThat(check.exitCode()).isEqualTo(2);
        assertThat(LAB.call("suspend").exitCode()).isEqualTo(2);

        LAB.must("up");
        assertThat(LAB.run(Command.of(LAB.launcher(), "snapshot", "list",
                LAB.folder().toString())).stdout()).contains("well");
    }
}
