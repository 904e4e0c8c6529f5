package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.docs.Drift;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Somebody changes a real lab, and {@code up} puts right what it made, and leaves the rest alone. */
@Tag("docker")
@TestMethodOrder(OrderAnnotation.class)
class DriftTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "drift");
    private static final Duration QUICK = Duration.ofMinutes(2);
    private static final String APP = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: NAME}
            spec:
              selector: {matchLabels: {app: NAME}}
              template:
                metadata: {labels: {app: NAME}}
                spec:
                  terminationGracePeriodSeconds: 1
                  containers: [{name: it, image: "[=agnhostImage?no_esc]", imagePullPolicy: IfNotPresent, args: \
            [pause]}]
            """;

    /**
     * With one app that leaves its replicas to the user who scales it, and one of which the lab file states the scale.
     */
    @BeforeAll
    static void up() throws IOException {
        Path file = LAB.folder().resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replace("apps:\n", """
                apps:
                  - {name: quiet, manifests: [apps/quiet.yaml.ftl]}
                  - {name: counted, manifests: [apps/counted.yaml.ftl], scale: {counted: 2}}
                """).replace("{name: numbers, ", "{name: numbers, manifests: [apps/numbers.yaml.ftl], ")
                .replace("{name: node}", """
                        {name: node, labels: {tier: front, node-role.kubernetes.io/worker: ""},
                            taints: ["soft=yes:PreferNoSchedule"]}""".strip()));
        for (String name : List.of("quiet", "counted")) {
            Files.writeString(LAB.folder().resolve("apps/%s.yaml.ftl".formatted(name)), APP.replace("NAME", name));
        }
        LAB.must("up", "--provider", "docker", "--no-checks");
    }

    @Test
    @Tag("real")
    @Order(1)
    void up_ends_onceEverythingIsReady() {
        assertThat(shell("k -n kube-system get deployment coredns -o 'jsonpath={.status.availableReplicas}'").stdout())
                .isEqualToIgnoringWhitespace("2");
        assertNothingToDo();
    }

    /** All at once, so that CI sees the ways of each outcome within one {@code up}. */
    @Test
    @Tag("real")
    @Order(2)
    void severalAtOnceAreHealedLeftOrReported() {
        List<Drift> drifts = Drift.all().stream().filter(Drift::isShort).toList();
        drifts.forEach(DriftTest::happens);

        Result up = LAB.must("up", "--no-checks");

        drifts.forEach(drift -> judge(drift, up));
        drifts.forEach(DriftTest::takeBack);
    }

    static Stream<Drift> drifts() {
        return Drift.all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("drifts")
    @Tag("long")
    @Order(3)
    void each(Drift drift) {
        String nodes = uids();
        happens(drift);

        Result up = LAB.must("up", "--no-checks");

        judge(drift, up);
        if (drift.outcome() != Drift.Outcome.REPORTED) {
            assertThat(up.stderr()).doesNotContain("Left as it is");
        }
        assertThat(uids()).as("nodes, each the same as before").isEqualTo(nodes);
        takeBack(drift);
    }

    @Test
    @Tag("real")
    @Order(4)
    void lab_afterAllChanges_needsNothingAndPasses() {
        LAB.must("up");
        assertNothingToDo();
    }

    /** The objects of somebody who tried everything: three namespaces, a finalizer, a definition, a webhook. */
    @Test
    @Tag("real")
    @Order(5)
    void softReset_ofForeignObjects_putsOursBack() {
        must("""
                image=$(k get pods -o 'jsonpath={.items[0].spec.containers[0].image}')
                sed "s#IMAGE#$image#" src/test/resources/foreign/objects.yaml | k apply -f - &&
                k wait --for condition=established crd/widgets.example.org --timeout=30s &&
                k apply -f src/test/resources/foreign/widgets.yaml && k -n alpha rollout status deployment/web &&
                k delete namespace gamma --wait=false && k delete widget w0 --wait=false &&
                k taint node node mine=1:NoSchedule && k cordon node && k delete service numbers-api &&
                k scale deployment numbers-web --replicas=0 && k -n kube-system delete configmap coredns &&
                k apply -f src/test/resources/foreign/webhook.yaml""");

        Result reset = LAB.must("reset", "--soft");

        assertThat(reset.stdout()).contains("removed Namespace gamma", "made Service default/numbers-api again");
        assertThat(reset.took()).isLessThan(Duration.ofSeconds(30));
        assertThat(LAB.json("reset", "--soft", "--dry-run").get("left")).isEmpty();
        assertThat(must("k get namespaces -o name").stdout()).doesNotContain("alpha", "beta", "gamma");
        assertNothingToDo();
    }

    private static void assertNothingToDo() {
        assertThat(LAB.must("up", "--no-checks", "--events").stdout()).doesNotContain("\"step-started\"");
    }

    private static void happens(Drift drift) {
        must(drift.commands());
        boolean stays = drift.outcome() != Drift.Outcome.HEALED;
        // A controller needs a moment until a change shows in an object's status.
        await(drift.commands()).atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(300))
                .until(() -> shell(drift.holds()).ok() == stays);
    }

    private static void judge(Drift drift, Result up) {
        assertThat(shell(drift.holds()).ok()).as("%s, after up: %s", drift, drift.holds()).isTrue();
        if (drift.outcome() == Drift.Outcome.REPORTED) {
            assertThat(up.stderr()).contains("Left as it is: " + drift.says());
        }
    }

    private static void takeBack(Drift drift) {
        if (!drift.undo().isEmpty()) {
            must(drift.undo());
        }
    }

    private static String uids() {
        return must("k get nodes -o 'jsonpath={.items[*].metadata.uid}'").stdout();
    }

    private static Result must(String commands) {
        Result result = shell(commands);
        assertThat(result.ok()).as("%s: %s%s", commands, result.stdout(), result.stderr()).isTrue();
        return result;
    }

    private static Result shell(String commands) {
        String functions = """
                NODE=%s
                k() { '%s' --kubeconfig '%s' "$@"; }
                control() { docker exec %s "$@"; }
                node() { docker exec $NODE "$@"; }
                """.formatted(LAB.container("node"), LAB.workspace().resolve("bin/kubectl"),
                LAB.workspace().resolve("kubeconfig"), LAB.container("control"));
        return LAB.run(Command.of("sh", "-c", functions + commands).timeout(QUICK));
    }
}
