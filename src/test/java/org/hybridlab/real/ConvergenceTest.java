package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * One lab that is interrupted, robbed of machines and started twice at once. Each interruption hits the run that goes
 * on from the one before; whatever happened, the next {@code up} ends green.
 */
@Tag("real")
@Tag("docker")
@TestMethodOrder(OrderAnnotation.class)
class ConvergenceTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "convergence");
    /** The grace of an interrupted child, which may clean up, and some time for a machine that is busy. */
    private static final Duration BOUND = Duration.ofSeconds(40);

    /**
     * Ctrl-C reaches vagrant and ssh as well as hybridlab; a CI job tells hybridlab alone. How far the step is, a look
     * from outside tells; in the lines, CONTROL and NODE are the machines' containers.
     */
    @ParameterizedTest(name = "{0} in {1} once it holds: {2}")
    @CsvSource({
        "TERM to one, host-network-ready, true",
        "INT to all, machine-running/control, docker inspect CONTROL",
        "TERM to one, machine-prepared/node, true",
        "INT to one, control-plane-initialised/control, docker exec CONTROL ls /etc/kubernetes/manifests/etcd.yaml",
        "INT to all, node-joined/node, docker exec NODE pgrep -x kubeadm",
        "TERM to one, node-ready/node, true",
    })
    @Order(1)
    void endsInGoodOrderWhenInterruptedBy(String signal, String step, String look) {
        try (RealCall up = LAB.start("up", "--provider", "docker", "--events")) {
            up.awaitLine("\"step-started\"", "\"" + step + "\"");
            awaitUntil(look.replace("CONTROL", LAB.container("control")).replace("NODE", LAB.container("node")));
            interrupt(up, signal);

            assertThat(up.exitCode(BOUND)).as(up.output()).isEqualTo(130);
            assertThat(up.said("\"run-finished\"", "\"interrupted\":true")).as(up.output()).isTrue();
            assertThat(up.said("Exception")).as(up.output()).isFalse();
        }
        // But for ssh's shared connections, which end by themselves.
        assertThat(LAB.atWork()).allMatch(words -> words.contains("[mux]"));
    }

    @Test
    @Order(2)
    void up_interruptedDuringChecks_endsInOrder() {
        try (RealCall up = LAB.start("up", "--events")) {
            up.awaitLine("\"run-finished\"", "\"green\":true");
            awaitUntil("docker exec " + LAB.container("control") + " kubectl --kubeconfig /etc/kubernetes/admin.conf "
                    + "get namespaces -o name | grep hybridlab-check");
            interrupt(up, "INT to all");

            assertThat(up.exitCode(BOUND)).as(up.output()).isEqualTo(130);
            assertThat(up.said("Exception")).as(up.output()).isFalse();
        }
    }

    @Test
    @Order(3)
    void isGreenAfterAllThat() {
        LAB.must("up");

        assertGreen();
        assertThat(LAB.host("sh", "-c", "docker exec $0 pgrep -l kubeadm; docker exec $1 pgrep -l kubeadm; true",
                LAB.container("control"), LAB.container("node")).stdout()).as("what interrupted runs left").isEmpty();
        assertThat(BootstrapTokens.now(Cluster.at(LAB.workspace().resolve("kubeconfig")))).isEmpty();
        // Those of the run just now may still be on their way out.
        assertThat(LAB.must("kubectl", "get", "namespaces", "--field-selector", "status.phase=Active", "-o", "name")
                .stdout()).as("probes of cut checks")
                .doesNotContain("hybridlab-check");
    }

    /** kubeadm refuses to apply CoreDNS over a CoreDNS of a version that it does not know. */
    @Test
    @Order(4)
    void addons_wholeOrHalf_areAppliedAgain() throws IOException {
        Path settings = LAB.folder().resolve("templates/kubernetes/kubeadm-init.yaml.ftl");
        Files.createDirectories(settings.getParent());
        Files.writeString(settings, Files.readString(Path.of("templates/kubernetes/kubeadm-init.yaml.ftl"))
                + "# other\n");
        try {
            assertThat(LAB.must("up", "--no-checks", "--events").stdout()).contains("\"addons-applied\"");
            LAB.must("kubectl", "-n", "kube-system", "delete", "service", "kube-dns");
        } finally {
            Files.delete(settings);
        }
        LAB.must("up", "--no-checks");
        LAB.must("kubectl", "-n", "kube-system", "get", "service", "kube-dns");
        assertGreen();
    }

    @Test
    @Order(5)
    void changedScript_marksItsMachineAlone() throws IOException {
        Path script = LAB.folder().resolve("templates/linux/prepare.sh.ftl");
        Files.createDirectories(script.getParent());
        Files.writeString(script, Files.readString(Path.of("templates/linux/prepare.sh.ftl"))
                + "<#if machine.name == \"node\">\ntouch /run/hybridlab/changed\n</#if>\n");
        try {
            assertThat(LAB.json("plan").get("steps")).filteredOn(step -> step.get("runs").asBoolean())
                    .singleElement().satisfies(step -> {
                        assertThat(step.get("id").asString()).isEqualTo("machine-prepared/node");
                        assertThat(step.get("why").asString()).contains("has changed");
                    });
            assertThat(LAB.must("up", "--events").stdout().lines().filter(line -> line.contains("\"step-started\"")))
                    .singleElement().asString().contains("machine-prepared/node");
            LAB.host("docker", "exec", LAB.container("node"), "ls", "/run/hybridlab/changed");
        } finally {
            Files.delete(script);
        }
        assertGreen();
    }

    @Test
    @Order(6)
    void killedMachine_isShown_andStartedAgain() {
        LAB.host("docker", "kill", LAB.container("node"));
        assertRed("node", "exited");

        LAB.must("up");
        assertGreen();
    }

    @Test
    @Order(7)
    void removedMachine_isShown_andMadeAgain() {
        LAB.lose("node");
        assertRed("node", "not created");

        LAB.must("up");
        assertGreen();
    }

    @Test
    @Order(8)
    void killedControlPlane_comesBackWithItsCluster() {
        String before = clusterId();
        LAB.host("docker", "kill", LAB.container("control"));
        assertRed("control", "exited");

        LAB.must("up");
        assertGreen();
        assertThat(clusterId()).isEqualTo(before);
    }

    @Test
    @Order(9)
    void controlPlane_removed_meansANewCluster() {
        String before = clusterId();
        LAB.lose("control");
        assertRed("control", "not created");

        try (RealCall first = LAB.start("up", "--events")) {
            first.awaitLine("\"step-started\"");
            Result second = LAB.call("up");
            assertThat(second.exitCode()).isEqualTo(3);
            assertThat(second.stderr()).contains("process " + first.pid());
            assertThat(first.isAlive()).as("the first goes on").isTrue();
            assertThat(first.exitCode(Duration.ofMinutes(5))).as(first.output()).isZero();
        }
        assertGreen();
        assertThat(clusterId()).isNotEqualTo(before);
    }

    private static void awaitUntil(String shell) {
        await("success of " + shell).atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(50))
                .until(() -> LAB.run(Command.of("sh", "-c", shell)).ok());
    }

    private static void interrupt(RealCall up, String signal) {
        String name = signal.substring(0, signal.indexOf(' '));
        if (signal.endsWith("all")) {
            up.signalGroup(name);
        } else {
            up.signal(name);
        }
    }

    private static void assertGreen() {
        JsonNode status = LAB.json("status");
        assertThat(status.get("well").asBoolean()).as(status.toPrettyString()).isTrue();
    }

    private static void assertRed(String machine, String state) {
        assertThat(LAB.call("status").exitCode()).isEqualTo(1);
        assertThat(LAB.json("status").get("machines")).filteredOn(row -> row.get("machine").asString().equals(machine))
                .singleElement().satisfies(row -> {
                    assertThat(row.get("state").asString()).isEqualTo(state);
                    assertThat(row.get("well").asBoolean()).isFalse();
                });
    }

    /** The uid of kube-system lives as long as the cluster. */
    private static String clusterId() {
        return LAB.must("kubectl", "get", "namespace", "kube-system", "-o", "jsonpath={.metadata.uid}").stdout();
    }
}
