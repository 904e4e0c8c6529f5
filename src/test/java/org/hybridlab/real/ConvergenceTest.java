package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.hybridlab.kubernetes.Cluster;
import org.hybridlab.process.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * One lab that is interrupted, robbed of machines and started twice at once. Each interruption hits the run that goes on
 * from the one before; whatever happened, the next {@code up} ends green.
 */
@Tag("long")
@Tag("docker")
@TestMethodOrder(OrderAnnotation.class)
class ConvergenceTest {
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "convergence");
    /** The grace of an interrupted child, which may clean up, and some time for a machine that is busy. */
    private static final Duration BOUND = Duration.ofSeconds(40);

    @AfterAll
    static void destroy() {
        LAB.close();
    }

    /** Ctrl-C reaches vagrant and ssh as well as hybridlab; a CI job tells hybridlab alone. */
    @ParameterizedTest(name = "{1} {0} ms into {2}")
    @CsvSource({
        "1500, INT to all, machine-running/control",
        "30, TERM to one, machine-prepared/node",
        "4000, INT to one, control-plane-initialised/control",
        "1500, INT to all, node-joined/node",
        "200, TERM to one, node-ready/node",
    })
    @Order(1)
    void endsInGoodOrderWhenInterruptedIn(long millis, String signal, String step) throws InterruptedException {
        try (RealCall up = LAB.start("up", "--provider", "docker", "--events")) {
            up.awaitLine("\"step-started\"", "\"" + step + "\"");
            Thread.sleep(millis);
            interrupt(up, signal);

            assertThat(up.exitCode(BOUND)).as(up.output()).isEqualTo(130);
            assertThat(up.said("\"run-finished\"", "\"interrupted\":true")).isTrue();
            assertThat(up.said("Exception")).as(up.output()).isFalse();
        }
        assertThat(stillAtWork()).isEmpty();
    }

    @Test
    @Order(2)
    void endsInGoodOrderWhenInterruptedWhileItChecks() throws InterruptedException {
        try (RealCall up = LAB.start("up", "--events")) {
            up.awaitLine("\"run-finished\"", "\"green\":true");
            Thread.sleep(500);
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
        assertThat(TokenWatch.tokens(Cluster.at(LAB.workspace().resolve("kubeconfig")))).isEmpty();
        assertThat(LAB.must("kubectl", "get", "namespaces", "-o", "name").stdout()).as("probes of cut checks")
                .doesNotContain("hybridlab-check");
    }

    @Test
    @Order(4)
    void aKilledMachineShowsAtOnceAndIsStartedAgain() {
        LAB.host("docker", "kill", LAB.container("node"));
        assertRed("node", "exited");

        LAB.must("up");
        assertGreen();
    }

    @Test
    @Order(5)
    void aRemovedMachineShowsAtOnceAndIsMadeAnew() {
        LAB.host("docker", "rm", "--force", "--volumes", LAB.container("node"));
        assertRed("node", "not created");

        LAB.must("up");
        assertGreen();
    }

    @Test
    @Order(6)
    void aKilledControlPlaneComesBackWithItsCluster() {
        String before = clusterId();
        LAB.host("docker", "kill", LAB.container("control"));
        assertRed("control", "exited");

        LAB.must("up");
        assertGreen();
        assertThat(clusterId()).isEqualTo(before);
    }

    @Test
    @Order(7)
    void aRemovedControlPlaneMeansANewClusterAndOneUpAtATime() {
        String before = clusterId();
        LAB.host("docker", "rm", "--force", "--volumes", LAB.container("control"));
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

    private static void interrupt(RealCall up, String signal) {
        String name = signal.substring(0, signal.indexOf(' '));
        if (signal.endsWith("all")) {
            up.signalGroup(name);
        } else {
            up.signal(name);
        }
    }

    /** What an interrupted run left running in the workspace, but for ssh's shared connections, which end by themselves. */
    private static List<String> stillAtWork() {
        String shell = "for process in /proc/[0-9]*; do test \"$(readlink $process/cwd)\" != \"$0\" || "
                + "tr '\\0' ' ' < $process/cmdline; echo; done";
        return LAB.host("sh", "-c", shell, LAB.workspace().toString()).stdout().lines()
                .filter(words -> !words.isBlank() && !words.contains("[mux]") && !words.startsWith("sh -c")).toList();
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
