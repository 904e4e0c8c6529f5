package org.hybridlab.report;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

import org.hybridlab.check.core.CheckResult;
import org.hybridlab.check.core.CheckResults;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.text.EnumIds;
import org.hybridlab.config.model.Machine;
import org.hybridlab.report.diagram.MachineView;
import org.hybridlab.report.diagram.SvgGraph;

/** The report as one HTML file that loads nothing. */
public final class HtmlReport {
    private HtmlReport() {
    }

    public record Line(String id, String title, String outcome, String message, String how, String source,
                List<String> evidence, String took) {
    }

    /** A step's bar; left edge and width in percent of the run. */
    public record Bar(String title, String outcome, String left, String width, String took) {
    }

    /** @param templates with {@code report/report.html.ftl} */
    public static String of(Report report, Templates templates) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("lab", report.lab());
        model.put("machines", report.lab().madeMachines().size());
        model.put("simulated", String.join(", ", report.lab().simulatedMachines().stream().map(Machine::name)
                .toList()));
        model.put("provider", report.provider());
        model.put("version", report.version());
        model.put("at", DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'").format(
                report.at().truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.UTC)));
        model.put("proof", report.proof().orElse(""));
        model.put("verdict", verdict(report.checks()));
        model.put("summary", report.checks().summary());
        model.put("took", time(report.checks().took()));
        model.put("checks", report.checks().results().stream().map(HtmlReport::line).toList());
        model.put("picture", SvgGraph.draw(report.lab(), RunningMachines.of(report.nodes(), report.pods())));
        model.put("bars", report.timeline().map(HtmlReport::bars).orElse(List.of()));
        model.put("runTook", report.timeline().map(timeline -> time(timeline.took())).orElse(""));
        model.put("ticks", report.timeline().map(HtmlReport::ticks).orElse(List.of()));
        return templates.render("report/report.html.ftl", model);
    }

    private static String verdict(CheckResults checks) {
        return switch (checks.exitCode()) {
            case OK -> "passed";
            case LAB_FAILED -> "failed";
            default -> "not-judged";
        };
    }

    private static Line line(CheckResult result) {
        Outcome outcome = result.verdict().outcome();
        return new Line(result.id(), result.title(), EnumIds.of(outcome),
                result.verdict().message(), result.how(), result.verdict().source().description(),
                result.verdict().news(), time(result.took()));
    }

    private static List<Bar> bars(Timeline timeline) {
        return timeline.bars().stream().map(bar -> new Bar(bar.title(), bar.outcome(),
                percent(bar.from(), timeline.took()), percent(bar.took(), timeline.took()), time(bar.took()))).toList();
    }

    public record Tick(String left, String label) {
    }

    private static List<Tick> ticks(Timeline timeline) {
        long seconds = Math.max(1, timeline.took().toSeconds());
        long step = List.of(1L, 2L, 5L, 10L, 15L, 30L, 60L, 120L, 300L, 600L, 1800L, 3600L).stream()
                .filter(some -> seconds / some <= 8).findFirst().orElse(7200L);
        return LongStream.iterate(0, at -> at <= seconds, at -> at + step)
                .mapToObj(at -> new Tick(percent(Duration.ofSeconds(at), timeline.took()),
                        step >= 60 ? at / 60 + " min" : at + " s")).toList();
    }

    private static String percent(Duration part, Duration whole) {
        return String.format(Locale.ROOT, "%.2f", 100.0 * part.toMillis() / Math.max(1, whole.toMillis()));
    }

    private static String time(Duration duration) {
        if (duration.toMillis() < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
        }
        return "%d min %02d s".formatted(duration.toMinutes(), duration.toSecondsPart());
    }

    static final class RunningMachines {
        private RunningMachines() {
        }

        /** By node name; empty if there are no nodes. */
        static Map<String, MachineView> of(List<Node> nodes, List<Pod> pods) {
            Map<String, MachineView> views = new TreeMap<>();
            for (Node node : nodes) {
                views.put(node.name(), new MachineView(node.ready(), node.podCidr().orElse(""), pods.stream()
                        .filter(pod -> pod.node().equals(Optional.of(node.name())))
                        .map(pod -> new MachineView.Running(pod.name(), pod.ready())).toList()));
            }
            return views;
        }
    }
}
