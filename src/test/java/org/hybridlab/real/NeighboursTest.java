package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Two labs side by side on one host, of which one goes: the first cluster, and a lab whose author did the worst that
 * the rules let through.
 */
@Tag("real")
@Tag("docker")
@TestMethodOrder(OrderAnnotation.class)
class NeighboursTest {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final HostPicture BEFORE = HostPicture.take();
    private static final RealLab FIRST = RealLab.copyOf("first-cluster", "neighbours");
    private static final HostileLab WORST = HostileLab.write();
    private static long firstPid;
    private static Result secondUp;
    private static List<Duration> silences;

    @BeforeAll
    static void upAtTheSameTime() {
        try (RealCall first = FIRST.start("up", "--provider", "docker");
             RealCall worst = WORST.lab().start("up", "--provider", "docker")) {
            first.awaitLine("start", "Start node");
            firstPid = first.pid();
            secondUp = FIRST.call("up", "--provider", "docker");
            assertThat(first.exitCode(LONGEST)).as(first.output()).isZero();
            assertThat(worst.exitCode(LONGEST)).as(worst.output()).isZero();
            silences = List.of(first.longestSilence(), worst.longestSilence());
        }
    }

    @AfterAll
    static void nothingIsLeft() {
        // Both, even if one does not go.
        try (FIRST) {
            WORST.lab().close();
        }
        assertThat(HostPicture.take()).isEqualTo(BEFORE);
    }

    @Test
    @Order(1)
    void bothAreGreenOnNetworksOfTheirOwn() {
        List<String> addresses = new ArrayList<>();
        for (RealLab lab : List.of(FIRST, WORST.lab())) {
            JsonNode status = lab.json("status");
            assertThat(status.get("well").asBoolean()).as(status.toPrettyString()).isTrue();
            status.get("machines").forEach(machine -> addresses.add(machine.get("address").asString()));
        }
        assertThat(addresses).hasSize(4).doesNotHaveDuplicates();
        assertThat(addresses.stream().map(address -> address.replaceFirst("\\d+$", "")).distinct()).hasSize(2);
    }

    @Test
    @Order(1)
    void noUpIsSilentForHalfAMinute() {
        assertThat(silences).allSatisfy(silence -> assertThat(silence).isLessThan(Duration.ofSeconds(30)));
    }

    @Test
    @Order(1)
    void secondUp_ofHeldLab_touchesNothing() {
        assertThat(secondUp.exitCode()).isEqualTo(3);
        assertThat(secondUp.stderr()).contains("lab-locked", "process " + firstPid, "kill " + firstPid);
    }

    @Test
    @Order(1)
    void hostileWordsReachTheReportsAsTheyAre() throws IOException {
        JsonNode checks = report("report.json");
        String text = checks.toString();
        for (HostileLab.Words words : WORST.checks()) {
            assertThat(names(checks)).contains(words.name());
            assertThat(text).contains(JsonMapper.shared().writeValueAsString(words.pass()));
        }
        assertThat(Files.readString(WORST.lab().workspace().resolve("report/report.html")))
                .doesNotContain(HostileLab.SCRIPT);
    }

    private static JsonNode report(String file) throws IOException {
        return JsonMapper.shared().readTree(
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
    void neighbour_whenOneGoes_staysUnchanged() {
        String before = machines();
        WORST.lab().must("destroy", "--yes");

        assertThat(WORST.lab().workspace()).doesNotExist();
        assertThat(machines()).isEqualTo(before);
        FIRST.must("check");
    }

    /** Id and start of each machine, as docker has them. */
    private static String machines() {
        return FIRST.host("docker", "inspect", "--format", "{{.Id}} {{.State.StartedAt}}", FIRST.container("control"),
                FIRST.container("node")).stdout();
    }
}
