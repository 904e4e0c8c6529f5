package org.hybridlab.report;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.check.core.CheckResult;
import org.hybridlab.check.core.CheckResults;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.common.text.EnumIds;
import org.hybridlab.config.model.Machine;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The report for programs. Times are seconds, moments RFC 3339, enumerations lower case with dashes.
 *
 * @param simulated machines that are nodes only
 * @param proof how far such Windows machines are proven, if the lab has any
 */
public record JsonReport(String lab, String kubernetes, String provider, String hybridlab, String at,
                         List<String> simulated, Optional<String> proof, Summary summary, List<CheckLine> checks,
                         Optional<Run> run) {
    /** @param exitCode of the process, if nothing else fails */
    public record Summary(long passed, long failed, long notJudged, int exitCode, double seconds) {
    }

    public record CheckLine(String id, String title, String outcome, String message, String how,
                            String evidenceSource, List<String> evidence, double seconds) {
    }

    public record Run(String id, String started, double seconds, List<StepLine> steps) {
    }

    public record StepLine(String id, String title, String outcome, double startedAfter, double seconds) {
    }

    public static JsonReport of(Report report) {
        return new JsonReport(report.lab().name(), report.lab().kubernetes().toString(), report.provider(),
                report.version(), report.at().toString(),
                report.lab().simulatedMachines().stream().map(Machine::name).toList(), report.proof(),
                summary(report.checks()),
                report.checks().results().stream().map(JsonReport::line).toList(),
                report.timeline().map(JsonReport::run));
    }

    public String text() {
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(this) + "\n";
    }

    private static Summary summary(CheckResults checks) {
        return new Summary(checks.count(Outcome.PASSED), checks.count(Outcome.FAILED),
                checks.count(Outcome.NOT_JUDGED), checks.exitCode().number(), seconds(checks.took()));
    }

    private static CheckLine line(CheckResult result) {
        Verdict verdict = result.verdict();
        return new CheckLine(result.id(), result.title(), EnumIds.of(verdict.outcome()), verdict.message(),
                result.how(), EnumIds.of(verdict.source()), verdict.evidence(), seconds(result.took()));
    }

    private static Run run(Timeline timeline) {
        return new Run(timeline.runId(), timeline.started().toString(), seconds(timeline.took()),
                timeline.bars().stream().map(bar -> new StepLine(bar.step(), bar.title(),
                        bar.outcome(), seconds(bar.from()), seconds(bar.took()))).toList());
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
