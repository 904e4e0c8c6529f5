package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.StreamSupport;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Objects of a cluster are broken one way at a time: `diagnose` names it, and the commands that it prints cure it. */
@Tag("long")
@Tag("docker")
class ClusterCausesTest {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final Duration WELL = Duration.ofSeconds(180);
    /** No command cures these: people change the lab file. */
    private static final Set<String> FOR_PEOPLE = Set.of("network-policy-without-effect");
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "cluster-causes");

    @BeforeAll
    static void up() {
        LAB.must("up", "--provider", "docker");
    }

    static List<ClusterCause> causes() {
        return ClusterCause.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("causes")
    void brokenObject_isCuredByPrintedCommands(ClusterCause cause) {
        shell(cause.commands());
        AtomicReference<JsonNode> last = new AtomicReference<>();
        await(cause.title()).atMost(SOON).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
            last.set(diagnosis());
            assertThat(found(last.get()).stream().filter(one -> !one.get("general").asBoolean()
                    || cause.ids().contains(id(one))).map(ClusterCausesTest::id).distinct())
                    .as(last.get().toPrettyString()).containsExactlyInAnyOrderElementsOf(cause.ids());
        });
        List<String> commands = found(last.get()).stream().filter(one -> cause.ids().contains(id(one)))
                .flatMap(one -> one.get("commands").valueStream()).map(JsonNode::asString).distinct().toList();
        assertThat(commands.isEmpty()).as("%s", commands).isEqualTo(FOR_PEOPLE.containsAll(cause.ids()));
        if (commands.isEmpty()) {
            return;
        }

        commands.forEach(ClusterCausesTest::paste);

        // All of it: news that only grew old would leave pods that are not ready.
        await(cause + " is cured").atMost(WELL).pollInterval(Duration.ofSeconds(2)).untilAsserted(() -> {
            LAB.must("exec", "--sudo", "--", "journalctl --quiet --rotate; journalctl --quiet --vacuum-time=1s");
            assertWell();
        });
    }

    /** Apps and objects that only serve to show a cause, and all that one which was not cured leaves. */
    @AfterEach
    void takeBack() {
        LAB.must("reset", "--soft");
        assertWell();
    }

    private static void assertWell() {
        Result result = LAB.call("diagnose", "--since", "1", "--timeout", "20");
        assertThat(result.exitCode()).as(result.stdout()).isZero();
    }

    private static JsonNode diagnosis() {
        return LAB.json("diagnose", "--since", "1", "--timeout", "10");
    }

    private static List<JsonNode> found(JsonNode diagnosis) {
        return StreamSupport.stream(diagnosis.get("findings").spliterator(), false).toList();
    }

    private static String id(JsonNode finding) {
        return finding.get("id").asString();
    }

    private static void shell(String commands) {
        must(Command.of("sh", "-c", commands).env("PATH", path(LAB.workspace().resolve("bin")))
                .env("KUBECONFIG", LAB.workspace().resolve("kubeconfig").toString()));
    }

    /** As somebody does who has the launcher on the path. */
    private static void paste(String command) {
        must(Command.of("sh", "-c", command).env("PATH", path(Path.of(LAB.launcher()).getParent())));
    }

    private static String path(Path first) {
        return first + ":" + System.getenv("PATH");
    }

    private static void must(Command command) {
        Result result = LAB.run(command);
        assertThat(result.ok()).as("%s%n%s%n%s", command.pasteable(), result.stdout(), result.stderr()).isTrue();
    }
}
