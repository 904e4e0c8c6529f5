package org.hybridlab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.check.core.CheckResults;
import org.hybridlab.cluster.api.RecordedApiServer;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.engine.journal.History;
import org.hybridlab.engine.journal.History.PastRun;
import org.hybridlab.engine.journal.History.PastStep;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.guest.MachineRecord;
import org.hybridlab.report.WindowsReport.Host;
import org.hybridlab.report.WindowsReport.StepLine;
import org.hybridlab.report.WindowsReport.WindowsMachineLine;
import org.hybridlab.report.WindowsReportWriter.Box;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** With an answer made up for a Windows node, of which there is none where hybridlab is developed. */
class WindowsReportTest {
    private static final String NODES = """
            {"items": [
              {"metadata": {"name": "control"}, "status": {"nodeInfo": {"osImage": "Debian"}}},
              {"metadata": {"name": "win"}, "status": {
                "nodeInfo": {"osImage": "Windows Server 2022 Datacenter", "kernelVersion": "10.0.20348.2582",
                  "containerRuntimeVersion": "containerd://2.3.3", "kubeletVersion": "v1.36.3"},
                "conditions": [{"type": "Ready", "status": "True"}]}}]}""";
    private static final Lab LAB = Reports.lab("first-hybrid");
    private static final Box BOX = new Box("some/box", "1.0");
    private static final MachineRecord RECORD = MachineRecord.of("now", "2026-01-01T00:00:00Z", MachineRecord.WELL,
            List.of("fact|build|20348.2582 ServerStandardEval"), List.of());

    @TempDir
    private Path folder;
    private final WindowsReportWriter writer = new WindowsReportWriter();

    @Test
    void tellsOfEveryWindowsMachineAndNoOther() {
        assertThat(machines(NODES)).containsExactly(new WindowsMachineLine("win", "some/box", "1.0", "20348",
                "Windows Server 2022 Datacenter", "10.0.20348.2582", "containerd://2.3.3", "v1.36.3", "True",
                List.of(RECORD)));
    }

    @Test
    void node_ofMachineNeverJoined_isUnknown() {
        assertThat(machines("{\"items\": []}")).containsExactly(unknownNode());
    }

    @Test
    void silentCluster_isNamed_andCostsNothingElse() {
        assertThat(writer.machines(LAB, Optional.of(RecordedApiServer::new), any -> BOX, any -> List.of(RECORD)))
                .containsExactly(unknownNode());
        assertThat(written().path("unknown").get(0).asString()).startsWith("nodes: unknown: ");
    }

    @Test
    void lab_withoutACluster_hasAReport() {
        assertThat(writer.machines(LAB, Optional.empty(), any -> BOX, any -> List.of(RECORD)))
                .containsExactly(unknownNode());
        assertThat(written().path("unknown").get(0).asString()).isEqualTo("nodes: unknown: there is no cluster yet");
    }

    @Test
    void failingPart_isUnknown_withItsReason() {
        assertThat(writer.part("checks", "nothing", () -> {
            throw LabException.labFailed("api-unreachable", "Nobody answers.", "");
        })).isEqualTo("nothing");

        assertThat(written().path("unknown").get(0).asString()).isEqualTo("checks: unknown: Nobody answers.");
    }

    /** An author's check may print what it likes, a Secret's value among it. */
    @Test
    void report_leavesOut_labFileCheckResults() {
        Report report = new Report(LAB, "VirtualBox", "0.1.0", Reports.AT, Reports.wordy(), List.of(), List.of(),
                Optional.empty(), Optional.empty());

        assertThat(WindowsReportWriter.checks(report))
                .extracting(JsonReport.CheckLine::id, JsonReport.CheckLine::message)
                .containsExactly(tuple("lab/a-whole-sentence-of-the-author", ""), tuple("dns", "Yes."));
    }

    @Test
    void step_ofPlan_isToldByNewestRun() {
        Instant at = Instant.parse("2026-01-01T00:00:00Z");
        History history = new History(List.of(
                run(past("a/win", at, Optional.of(Outcome.DONE), 2, 7), past("b/win", at, Optional.of(Outcome.DONE), 1,
                        1),
                        past("e/win", at, Optional.of(Outcome.FAILED), 1, 1)),
                run(past("a/win", at.plusSeconds(60), Optional.of(Outcome.SKIPPED), 1, 0),
                        past("b/win", at.plusSeconds(60), Optional.of(Outcome.FAILED), 3, 5),
                        past("d/win", at.plusSeconds(60), Optional.empty(), 1, 0),
                        past("e/win", at.plusSeconds(60), Optional.of(Outcome.SKIPPED), 1, 0))));

        assertThat(WindowsReportWriter.steps(List.of(step("a"), step("b"), step("c"), step("d"), step("e")), history))
                .extracting(StepLine::id, StepLine::outcome, StepLine::seconds, StepLine::attempts, StepLine::failure)
                .containsExactly(tuple("a/win", "done", 7.0, 2, ""), tuple("b/win", "failed", 5.0, 3, "ssh-lost"),
                        tuple("c/win", "not run", 0.0, 0, ""), tuple("d/win", "unknown", 0.0, 1, ""),
                        tuple("e/win", "skipped", 0.0, 1, ""));
    }

    @Test
    void report_isReadBack_withoutSecrets() throws IOException {
        Path file = Files.writeString(folder.resolve("report.json"), text(true, List.of(new StepLine("a/win",
                "Open sesame", "win", "done", "", 1, 1, ""))));

        assertThat(WindowsReportReader.rows(file)).singleElement().satisfies(row -> {
            assertThat(row.windows()).isEqualTo("win: some/box 1.0, 20348.2582 ServerStandardEval");
            assertThat(row.seen()).isEqualTo("green");
            assertThat(row.madeUp()).isTrue();
        });
        assertThat(Files.readString(file)).contains("Open [removed]").doesNotContain("sesame");
    }

    private JsonNode written() {
        return JsonMapper.shared().readTree(text(false, List.of()));
    }

    private String text(boolean madeUp, List<StepLine> steps) {
        return writer.text(madeUp, new Host("a system", "Vagrant 2.4", "0.1.0"), LAB, "VirtualBox", machines(NODES),
                steps, WindowsReportWriter.checks(new Report(LAB, "VirtualBox", "0.1.0", Reports.AT,
                        new CheckResults(List.of(), Duration.ZERO), List.of(), List.of(), Optional.empty(),
                        Optional.empty())), value -> value.replace("sesame", "[removed]"));
    }

    private List<WindowsMachineLine> machines(String nodes) {
        return writer.machines(LAB, Optional.of(() -> new RecordedApiServer().with("/api/v1/nodes", nodes)),
                any -> BOX, any -> List.of(RECORD));
    }

    private static WindowsMachineLine unknownNode() {
        return new WindowsMachineLine("win", "some/box", "1.0", "20348", "unknown", "unknown", "unknown", "unknown",
                "unknown", List.of(RECORD));
    }

    private static Step step(String kind) {
        return new Step(kind + "/win", "Do " + kind, Optional.of("win"), Set.of(), Set.of(), Duration.ofMinutes(1),
                Retry.NEVER, "", null);
    }

    private static PastRun run(PastStep... steps) {
        return new PastRun("id", Instant.EPOCH, Optional.empty(), Optional.empty(), List.of(steps));
    }

    private static PastStep past(String id, Instant at, Optional<Outcome> outcome, int attempts, int seconds) {
        return new PastStep(id, at, outcome, attempts, Duration.ofSeconds(seconds),
                outcome.filter(Outcome.FAILED::equals).map(any -> "ssh-lost"));
    }
}
