package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/**
 * Two labs side by side on one host, of which one goes: four machines with pods on the control plane, and a lab whose
 * author did the worst that the rules let through.
 */
@Tag("long")
@Tag("docker")
@TestMethodOrder(OrderAnnotation.class)
class NeighboursTest {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final HostPicture BEFORE = HostPicture.take();
    private static final RealLab FOUR = RealLab.copyOf("four-machines", "neighbours-four");
    private static final HostileLab WORST = HostileLab.write();

    @BeforeAll
    static void upAtTheSameTime() {
        try (RealCall four = FOUR.start("up", "--provider", "docker");
             RealCall worst = WORST.lab().start("up", "--provider", "docker")) {
            assertThat(four.exitCode(LONGEST)).as(four.output()).isZero();
            assertThat(worst.exitCode(LONGEST)).as(worst.output()).isZero();
        }
    }

    @AfterAll
    static void nothingIsLeft() {
        // Both, even if the first does not go.
        try (FOUR) {
            WORST.lab().close();
        }
        assertThat(HostPicture.take()).isEqualTo(BEFORE);
    }

    @Test
    @Order(1)
    void bothAreGreenOnNetworksOfTheirOwn() {
        List<String> addresses = new ArrayList<>();
        for (RealLab lab : List.of(FOUR, WORST.lab())) {
            JsonNode status = lab.json("status");
            assertThat(status.get("well").asBoolean()).as(status.toPrettyString()).isTrue();
            status.get("machines").forEach(machine -> addresses.add(machine.get("address").asString()));
        }
        assertThat(addresses).hasSize(6).doesNotHaveDuplicates();
        assertThat(addresses.stream().map(address -> address.replaceFirst("\\d+$", "")).distinct()).hasSize(2);
    }

    @Test
    @Order(1)
    void oneOfThreeApiPodsRunsOnTheFreedControlPlane() {
        assertThat(FOUR.must("kubectl", "get", "node", "control", "-o", "jsonpath={.spec.taints}").stdout()).isBlank();
        List<String> nodes = FOUR.must("kubectl", "get", "pods", "-l", "app=apod-api", "-o",
                "jsonpath={range .items[*]}{.spec.nodeName}{'\\n'}{end}").stdout().lines().toList();
        assertThat(nodes).hasSize(3).doesNotHaveDuplicates().contains("control");
    }

    @Test
    @Order(1)
    void bothAppsOfTheFourMachinesAnswerOnEveryMachine() {
        FOUR.json("status").get("machines").forEach(machine -> {
            String address = machine.get("address").asString();
            assertThat(page(address, 30000)).contains("picture of the day from apod-api-", "noted by apod-log-");
            assertThat(page(address, 30001)).contains("numbers-api-");
        });
    }

    private static String page(String address, int port) {
        return FOUR.host("curl", "--silent", "--fail", "--max-time", "20", "http://" + address + ":" + port + "/")
                .stdout();
    }

    @Test
    @Order(1)
    void hostileWordsReachTheReportsAsTheyAre() throws IOException {
        JsonNode checks = report("report.json");
        String text = checks.toString();
        for (HostileLab.Words words : WORST.checks()) {
            assertThat(names(checks)).contains(words.name());
            assertThat(text).contains(tools.jackson.databind.json.JsonMapper.shared().writeValueAsString(words.pass()));
        }
        assertThat(Files.readString(WORST.lab().workspace().resolve("report/report.html")))
                .doesNotContain(HostileLab.SCRIPT);
    }

    private static JsonNode report(String file) throws IOException {
        return tools.jackson.databind.json.JsonMapper.shared().readTree(
                Files.readString(WORST.lab().workspace().resolve("report").resolve(file), StandardCharsets.UTF_8));
    }

    private static List<String> names(JsonNode report) {
        List<String> names = new ArrayList<>();
        report.findValues("title").forEach(title -> names.add(title.asString()));
        return names;
    }

    @Test
    @Order(1)
    void nothingThatALabFileSaysRan() {
        assertThat(HostileLab.traces(Path.of("/tmp"), WORST.lab().folder(), WORST.lab().workspace(), Path.of("."),
                Path.of(System.getProperty("user.home")))).isEmpty();
        assertThat(WORST.lab().must("exec", "--sudo", "--", "find", "/", "-xdev", "-name", HostileLab.TRACE + "*")
                .stdout()).doesNotContain(HostileLab.TRACE);
    }

    @Test
    @Order(2)
    void whenOneGoesTheOtherStaysAsItWas() {
        String before = machines();
        WORST.lab().must("destroy", "--yes");

        assertThat(WORST.lab().workspace()).doesNotExist();
        assertThat(machines()).isEqualTo(before);
        FOUR.must("check");
    }

    /** Id and start of each machine of the four, as docker has them. */
    private static String machines() {
        return FOUR.host("docker", "inspect", "--format", "{{.Id}} {{.State.StartedAt}}", FOUR.container("control"),
                FOUR.container("node1"), FOUR.container("node2"), FOUR.container("node3")).stdout();
    }
}
