package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The exercises of docs/tutorials/exercises.md, done on docker as a reader does them. */
@Tag("long")
@Tag("docker")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ExercisesTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("four-machines", "exercises");
    private static final String MANIFESTS = "/etc/kubernetes/manifests";

    private static String page;

    @BeforeAll
    static void up() throws IOException {
        page = Files.readString(Path.of("docs/tutorials/exercises.md"));
        LAB.must("up", "--provider", "docker");
    }

    @Test
    @Order(1)
    void machine_inMaintenance_leavesAppsRunning() {
        String before = pods("node3");
        assertThat(before).contains("-");

        does("drain", "node3");

        assertThat(pods("node3")).isBlank();
        Awaitility.await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofSeconds(2))
                .ignoreExceptions().untilAsserted(this::bothAppsAnswerOnNode3);
        does("uncordon", "node3");
        passesAllChecks();
    }

    @Test
    @Order(2)
    void disruptionBudget_withoutSparePod_saysNo() {
        does("kubectl", "create", "poddisruptionbudget", "web", "--selector=app=apod-web", "--min-available=1");
        String machine = LAB.must("kubectl", "get", "pods", "-l", "app=apod-web", "-o",
                "jsonpath={.items[0].spec.nodeName}").stdout().strip();

        Result blocked = LAB.call("drain", machine, "--within", "20");

        assertThat(blocked.exitCode()).as(blocked.stdout() + blocked.stderr()).isEqualTo(1);
        assertThat(blocked.stdout()).contains("blocked   default/apod-web-", "disruption budget web");
        does("kubectl", "scale", "deployment", "apod-web", "--replicas=2");
        does("kubectl", "rollout", "status", "deployment", "apod-web");
        LAB.must("drain", machine, "--within", "60");
        LAB.must("uncordon", machine);
        does("kubectl", "delete", "poddisruptionbudget", "web");
        LAB.must("up");
    }

    @Test
    @Order(3)
    void apps_withoutControlPlane_stay() {
        List<String> before = uids();

        does("exec", "--on", "control", "--sudo", "--", "mv", MANIFESTS, MANIFESTS + "-away");

        Awaitility.await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofSeconds(2))
                .until(() -> !LAB.call("kubectl", "get", "nodes", "--request-timeout=5s").ok());
        bothAppsAnswerOnNode3();
        does("exec", "--on", "control", "--sudo", "--", "mv", MANIFESTS + "-away", MANIFESTS);
        Awaitility.await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofSeconds(2))
                .until(() -> LAB.call("kubectl", "get", "nodes", "--request-timeout=5s").ok());
        passesAllChecks();
        assertThat(uids()).isEqualTo(before);
    }

    private static void does(String command, String... rest) {
        assertThat(page).contains("hybridlab %s four-machines %s\n".formatted(command, String.join(" ", rest)));
        LAB.must(command, rest);
    }

    private static String pods(String node) {
        return LAB.must("kubectl", "get", "pods", "--field-selector", "spec.nodeName=" + node, "-o", "name").stdout();
    }

    private static List<String> uids() {
        return LAB.must("kubectl", "get", "pods", "-o", "jsonpath={range .items[*]}{.metadata.uid} "
                + "{.status.containerStatuses[0].restartCount}{'\\n'}{end}").stdout().lines().sorted().toList();
    }

    private void bothAppsAnswerOnNode3() {
        String address = address("node3");
        assertThat(answer(address, 30001)).contains("numbers-api-");
        assertThat(answer(address, 30000)).contains("picture of the day from apod-api-");
    }

    private static String address(String machine) {
        return LAB.json("status").get("machines").valueStream()
                .filter(one -> one.get("machine").asString().equals(machine))
                .map(one -> one.get("address").asString()).findFirst().orElseThrow();
    }

    private static String answer(String address, int port) {
        return LAB.host("curl", "--silent", "--fail", "--max-time", "20", "http://%s:%d/".formatted(address, port))
                .stdout();
    }

    private static void passesAllChecks() {
        Result check = LAB.call("check", "--output", "json");
        JsonNode report = JsonMapper.shared().readTree(check.stdout());
        assertThat(check.exitCode()).as(report.toPrettyString()).isZero();
    }
}
