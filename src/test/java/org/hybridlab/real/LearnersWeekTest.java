package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hybridlab.cli.OutputSchemas;
import org.hybridlab.common.process.Result;
import org.hybridlab.real.StepTimes.StepTime;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * What somebody does with one lab in a week, as one script on docker: each day ends with green checks, and at the end
 * nothing is left.
 */
@Tag("long")
@Tag("docker")
class LearnersWeekTest {
    private static final Path PAGE = Path.of("reports/learners-week.md");
    private static final Path PICTURE = Path.of("docs/images/learners-week.svg");
    private static final String TITLE = "One lab in a week, step by step";
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "week");

    private final List<StepTime> steps = new ArrayList<>();
    private String day = "";

    @Test
    void weekOfOneLab_isGreenLeavingNothing() throws IOException {
        LAB.kubernetes("1.35");
        edit("{name: node}", "{name: node1}");
        monday();
        tuesday();
        wednesday();
        thursday();
        friday();
        saturday();
        sunday();
        write();
    }

    private void monday() {
        day = "Monday";
        must("first up", "up", "--provider", "docker");
        green();
        must("switch off", "halt");
    }

    private void tuesday() throws IOException {
        day = "Tuesday";
        must("go on", "up");
        edit("{name: node1}", "{name: node1}\n  - {name: node2}");
        assertThat(must("see a new worker planned", "plan").stdout()).contains("+ machine node2: worker");
        must("add the worker", "up");
        assertThat(versions()).containsOnlyKeys("control", "node1", "node2");
        green();
    }

    private void wednesday() {
        day = "Wednesday";
        must("break CoreDNS", "kubectl", "-n", "kube-system", "scale", "deployment", "coredns", "--replicas=0");
        assertThat(ends(1, "have it named", "diagnose").stdout()).contains("[dns-scaled-to-zero]");
        must("have it fixed", "diagnose", "--fix", "--yes");
        green();
        must("stop a kubelet", "exec", "--on", "node1", "--sudo", "--", "systemctl", "stop", "kubelet");
        List<String> advice = advice(ends(1, "have it named", "diagnose", "--output", "json"), "kubelet-stopped");
        // The printed words, pasted: a lab's own path is the second or third of them.
        must("paste the advice", advice.get(1), advice.subList(3, advice.size()).toArray(String[]::new));
        await().atMost(Duration.ofMinutes(2)).until(() -> LAB.call("status").ok());
        green();
    }

    private void thursday() throws IOException {
        day = "Thursday";
        snapshot("before-upgrade");
        edit("kubernetes: 1.35", "kubernetes: 1.36");
        must("upgrade Kubernetes", "up");
        assertThat(versions().values()).allMatch(version -> version.startsWith("v1.36."));
        green();
        assertThat(ends(2, "reset to before it", "reset", "before-upgrade").stderr())
                .contains("[snapshot-of-other-kubernetes]", "write kubernetes: 1.35.");
        snapshot("upgraded");
    }

    private void friday() throws IOException {
        day = "Friday";
        must("delete all of DNS", "kubectl", "-n", "kube-system", "delete", "deployment,service,configmap", "--all");
        must("delete a node", "kubectl", "delete", "node", "node2");
        edit("{name: node2}", "{name: node2, labels: {lesson: five}}");
        must("reset", "reset", "upgraded");
        assertThat(LAB.must("kubectl", "get", "node", "node2", "--show-labels").stdout()).contains("lesson=five");
        assertThat(must("see nothing to do", "plan").stdout()).doesNotContain("Changes since");
        green();
    }

    private void saturday() {
        day = "Saturday";
        must("drain", "drain", "node1");
        must("uncordon", "uncordon", "node1");
        must("replace a machine", "replace", "node1");
        must("replace all workers", "replace", "--role", "workers");
        assertThat(versions()).containsOnlyKeys("control", "node1", "node2");
        green();
    }

    /** The workers are of the newer box by now, which the older snapshot knows nothing of. */
    private void sunday() throws IOException {
        day = "Sunday";
        edit("kubernetes: 1.36", "kubernetes: 1.35");
        must("go back before the upgrade", "reset", "before-upgrade");
        assertThat(versions().values()).hasSize(3).allMatch(version -> version.startsWith("v1.35."));
        green();
        String id = LAB.container("").replaceFirst("-$", "");
        assertThat(ofTheLab(id)).hasSizeGreaterThan(4);
        must("destroy", "destroy", "--yes");
        assertThat(LAB.workspace()).doesNotExist();
        await("nothing of the lab").atMost(Duration.ofSeconds(20)).untilAsserted(
                () -> assertThat(ofTheLab(id)).isEmpty());
    }

    private void snapshot(String name) {
        must("save a state", "snapshot save", name);
    }

    private void green() {
        JsonNode checks = data(ends(0, "check", "check", "--output", "json"));
        assertThat(checks.at("/summary/failed").asInt()).as(checks.toPrettyString()).isZero();
    }

    private Result must(String what, String command, String... rest) {
        return ends(0, what, command, rest);
    }

    private Result ends(int exitCode, String what, String command, String... rest) {
        Result result = LAB.call(command, rest);
        assertThat(result.exitCode()).as("%s: %s%n%s%n%s", day, what, result.stdout(), result.stderr())
                .isEqualTo(exitCode);
        List<String> words = new ArrayList<>(List.of(command, "LAB"));
        Stream.of(rest).filter(word -> !word.equals("--output") && !word.equals("json")).forEach(words::add);
        note(what, String.join(" ", words), result);
        return result;
    }

    private void note(String what, String words, Result result) {
        String ended = result.ok() ? "well" : "exit %d".formatted(result.exitCode());
        steps.add(new StepTime(day, what, "hybridlab " + words, result.took(), ended));
        System.out.printf("%s: %s (%s): %s, %d s%n", day, what, words, ended, result.took().toSeconds());
    }

    /** The words of the first command that `diagnose` prints for a finding. */
    private static List<String> advice(Result diagnosed, String id) {
        JsonNode finding = data(diagnosed).get("findings").valueStream()
                .filter(one -> one.get("id").asString().equals(id)).findFirst().orElseThrow();
        return Arrays.asList(finding.get("commands").get(0).asString().split(" "));
    }

    private static Map<String, String> versions() {
        Map<String, String> all = new TreeMap<>();
        LAB.must("kubectl", "get", "nodes", "-o",
                "jsonpath={range .items[*]}{.metadata.name} {.status.nodeInfo.kubeletVersion}{\"\\n\"}{end}").stdout()
                .lines().map(line -> line.split(" ")).forEach(node -> all.put(node[0], node[1]));
        return all;
    }

    /** Of the host, by other means than hybridlab's: lines that name the lab; others' come and go meanwhile. */
    private static List<String> ofTheLab(String id) {
        return Stream.concat(LAB.onDocker().stream(), HostPicture.take().parts().values().stream()
                .flatMap(List::stream).filter(line -> line.contains(id) || line.contains(LAB.folder().toString())))
                .toList();
    }

    private static void edit(String from, String to) throws IOException {
        Path file = LAB.folder().resolve("lab.yaml");
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to));
    }

    private void write() throws IOException {
        StepTimes times = new StepTimes(TITLE, steps);
        Files.writeString(PAGE, """
                # A week of one lab

                Written by the tests on real labs; not edited by hand. A lab on docker begins with a control plane and
                a worker. It is changed, broken, upgraded, set back and destroyed. Each day ends with green checks, and
                after the last step nothing is left on the host.

                %d steps in %d min, on %d processors with a load of %s at the end.

                ![How long each step took](../%s)

                | day | step | command | seconds | ended |
                |---|---|---|---|---|
                %s""".formatted(steps.size(), steps.stream().mapToLong(one -> one.took().toSeconds()).sum() / 60,
                Runtime.getRuntime().availableProcessors(), String.format(Locale.ROOT, "%.0f",
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()), PICTURE, times.rows()));
        Files.createDirectories(PICTURE.getParent());
        Files.writeString(PICTURE, times.svg());
    }

    private static JsonNode data(Result result) {
        return OutputSchemas.document(result.stdout()).get("data");
    }
}
