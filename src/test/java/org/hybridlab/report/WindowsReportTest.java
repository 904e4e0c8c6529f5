package org.hybridlab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.check.CheckResults;
import org.hybridlab.kubernetes.RecordedApiServer;
import org.hybridlab.report.WindowsReport.WindowsNode;
import org.junit.jupiter.api.Test;
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

    @Test
    void tellsOfEveryWindowsMachineAndNoOther() {
        assertThat(report(NODES).machines()).containsExactly(new WindowsNode("win", "hybridlab's choice", 20348,
                "Windows Server 2022 Datacenter", "10.0.20348.2582", "containerd://2.3.3", "v1.36.3", true));
    }

    @Test
    void aMachineThatNeverJoinedIsNotReady() {
        assertThat(report("{\"items\": []}").machines()).containsExactly(new WindowsNode("win", "hybridlab's choice",
                20348, "", "", "", "", false));
    }

    /** An author's check may print what it likes, a Secret's value among it. */
    @Test
    void leavesOutWhatTheLabFilesOwnChecksSaw() {
        Report report = new Report(Reports.lab("first-hybrid"), "VirtualBox", "0.1.0", Reports.AT, Reports.wordy(),
                List.of(), List.of(), Optional.empty(), Optional.empty());

        assertThat(WindowsReport.of(report, new RecordedApiServer().with("/api/v1/nodes", NODES)).checks().checks())
                .extracting(JsonReport.CheckLine::id, JsonReport.CheckLine::words)
                .containsExactly(tuple("lab/a-whole-sentence-of-the-author", ""), tuple("dns", "Yes."));
    }

    @Test
    void holdsTheReportOfTheChecksForAReaderThatKnowsItsFormat() {
        JsonNode file = JsonMapper.shared().readTree(report(NODES).text());

        assertThat(file.get("format").asInt()).isEqualTo(1);
        assertThat(file.get("host").asString()).matches("[a-z0-9 _]+");
        assertThat(file.get("checks").get("lab").asString()).isEqualTo("first-hybrid");
    }

    private static WindowsReport report(String nodes) {
        Report report = new Report(Reports.lab("first-hybrid"), "VirtualBox", "0.1.0", Reports.AT,
                new CheckResults(List.of(), Duration.ZERO), List.of(), List.of(), Optional.empty(), Optional.empty());
        return WindowsReport.of(report, new RecordedApiServer().with("/api/v1/nodes", nodes));
    }
}
