package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.file.GeneratedFile;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.StandInDiagnosis;
import org.hybridlab.provision.UnkindWorlds;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * What Windows machines run, as it is rendered, against a stand-in: an interpreter of the grammar's tree and a small
 * world in memory, with time of its own ({@code src/test/powershell/standin}). It takes the course of {@code up}, each
 * script twice, a reboot, new programs and the end of the lab, and mishaps that a script must name.
 */
class WindowsScriptsTest {
    private static final Map<String, JsonNode> COURSES = new HashMap<>();

    /** Steps by the script that they run, which the plan itself does not say. */
    private static final Map<String, String> STEPS = Map.of("key.ps1", "machine-running",
            "prepare.ps1", "machine-prepared", "features.ps1", "features-installed", "rebooted.ps1",
            "machine-rebooted", "containerd.ps1", "containerd-running", "images.ps1", "images-present", "kubelet.ps1",
            "kubelet-installed", "join.ps1", "node-joined", "overlay.ps1", "overlay-in-place", "hns.ps1",
            "hns-network-present");

    @TempDir
    private Path folder;

    static Stream<String> variants() {
        return WindowsLabs.VARIANTS.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void machine_afterScriptsRanRepeatedly_isComplete(String variant) {
        assertThat(wholeCourse(variant).get("red").asString(null)).isNull();
    }

    /** Else the course proves scripts in an order that {@code up} does not have. */
    @ParameterizedTest
    @MethodSource("variants")
    void course_isInTheOrderOfThePlan(String variant) {
        Plan plan = UpPlanner.plan(WindowsLabs.labContext(variant, folder, new LocalProcesses()));

        List<String> order = wholeCourse(variant).get("order").valueStream().map(JsonNode::asString)
                .filter(STEPS::containsKey).toList();

        assertThat(order).containsExactlyInAnyOrderElementsOf(STEPS.keySet());
        for (int i = 0; i < order.size(); i++) {
            Set<String> before = before(plan, STEPS.get(order.get(i)) + "/win");
            assertThat(order.subList(i, order.size())).as("after %s", order.get(i))
                    .noneMatch(later -> before.contains(STEPS.get(later) + "/win"));
        }
    }

    /** All that a step needs, and what that needs. */
    private static Set<String> before(Plan plan, String step) {
        Set<String> all = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(plan.step(step).needs());
        while (!open.isEmpty()) {
            String next = open.pop();
            if (all.add(next)) {
                open.addAll(plan.step(next).needs());
            }
        }
        return all;
    }

    /** The lines that may be missing, by the reason why nobody notices, are in {@code unnoticed.txt}. */
    @Test
    @Tag("long")
    void course_withoutALineThatMatters_isRed() throws IOException {
        Set<String> all = texts("outside").keySet().stream().filter(name -> name.endsWith(".ps1"))
                .collect(Collectors.toSet());
        all.add("library.ps1");

        assertMissed("outside", all);
    }

    @Test
    @Tag("long")
    void podNetwork_withoutFlannel_lacksNoLine() throws IOException {
        assertMissed("tor-winbridge", Set.of("start-pod-network.ps1"));
    }

    /** As the product would name it to its user: by the script's own words and the machine's logs. */
    @ParameterizedTest
    @MethodSource("variants")
    void mishaps_areToldByTheirCausesFinding(String variant) {
        JsonNode told = wholeCourse(variant).get("told");

        assertThat(told).isNotEmpty();
        assertThat(told.valueStream().filter(mishap -> !StandInDiagnosis.names(mishap.get("finding").asString(),
                mishap.get("evidence"))).map(mishap -> "%s: %s".formatted(mishap,
                StandInDiagnosis.findings(mishap.get("evidence"))))).isEmpty();
    }

    /**
     * Worlds that a number decides: {@code -DargLine='-Dstandin.seeds=20 -Dstandin.from=1'}. What became of the first
     * 200 is in {@code src/test/resources/unkind-worlds}.
     */
    @ParameterizedTest
    @Tag("long")
    @ValueSource(strings = {"vxlan-services", "host-gw-services", "host-gw-daemonset", "tor-winbridge"})
    void unkindWorld_endsInNodeOrItsFinding(String variant) throws IOException {
        int count = Integer.getInteger("standin.seeds", 200);
        int from = Integer.getInteger("standin.from", 1);

        UnkindWorlds worlds = new UnkindWorlds(StandInCourse.of("seeds.mjs", Map.of("files", texts(variant), "count",
                count, "from", from)));

        assertThat(worlds.wrong()).isEmpty();
        if (count == 200 && from == 1) {
            GeneratedFile.assertUpToDate(Path.of("src/test/resources/unkind-worlds", variant + ".txt"), worlds.table());
        }
    }

    /** The course itself looks at the network: without the script's own look at it no such run is green. */
    @ParameterizedTest
    @CsvSource({"adapter, if (($own.Count -gt 0), the HNS network is on the adapter that has the machine's address",
        "management, if (($management -ne ''), the HNS network is on the adapter that has the machine's "
            + "address",
        "type, if ($found.Type -ne, the HNS network is of the right kind"})
    void wrongNetwork_withoutScriptsWord_isNeverGreen(String fault, String condition, String lacking) {
        Map<String, String> texts = new HashMap<>(texts("vxlan-services"));
        texts.computeIfPresent("hns.ps1", (name, text) -> text.replace(condition, "if ($false -and " + condition
                .substring(condition.indexOf('(') + 1)));

        UnkindWorlds worlds = new UnkindWorlds(StandInCourse.of("seeds.mjs", Map.of("files", texts, "count", 3,
                "from", 1, "fault", fault)));

        assertThat(worlds.wrong()).hasSize(3).allMatch(wrong -> wrong.contains(lacking));
    }

    private void assertMissed(String variant, Set<String> scripts) throws IOException {
        List<String> expected = Files.readAllLines(StandInCourse.FOLDER.resolve("unnoticed.txt")).stream()
                .filter(line -> scripts.contains(line.replaceFirst(": .*", ""))).toList();

        JsonNode answer = answer(variant, scripts);

        assertThat(answer.get("red").asString(null)).isNull();
        assertThat(answer.get("unnoticed").valueStream().map(JsonNode::asString))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    /** With nothing left out; two tests look at it. */
    private JsonNode wholeCourse(String variant) {
        return COURSES.computeIfAbsent(variant, each -> answer(each, Set.of()));
    }

    private Map<String, String> texts(String variant) {
        return WindowsLabs.rendered(variant, folder).files().get("win").texts();
    }

    /** @param delete scripts of which each line is taken out in turn */
    private JsonNode answer(String variant, Set<String> delete) {
        return StandInCourse.of("lines.mjs", Map.of("files", texts(variant), "delete", delete));
    }
}
