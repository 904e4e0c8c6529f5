package org.hybridlab.cli.lab;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckListener;
import org.hybridlab.check.core.CheckResult;
import org.hybridlab.check.core.CheckResults;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cli.support.ProofWords;
import org.hybridlab.cli.support.ResultRenderer;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.Version;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.diagnose.Evidence;
import org.hybridlab.diagnose.EvidenceKind;
import org.hybridlab.engine.journal.History;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.up.LabChecks;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.report.CheckTable;
import org.hybridlab.report.HtmlReport;
import org.hybridlab.report.JUnitXml;
import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;
import org.hybridlab.report.Timeline;
import org.hybridlab.terminal.Heartbeat;

/** Judges the checks of a lab that is up, shows them, and leaves the reports in the workspace. */
public final class CheckPhase {
    private final Session session;
    private final LabContext tools;
    private final String word;
    /** What went wrong besides and changes no result, a sentence each. */
    private final List<String> troubles = new ArrayList<>();
    private boolean written;

    /** @param word what the user calls the lab */
    public CheckPhase(Session session, LabContext tools, String word) {
        this.session = session;
        this.tools = tools;
        this.word = word;
    }

    /** @param toOut whether results go to standard output; else to standard error, where that one is for events */
    public Report run(boolean toOut) {
        boolean tableFollows = toOut && session.live() && session.liveOut() && !session.options().json();
        CheckResults results = judge(tableFollows);
        troubles.addAll(results.troubles());
        Report report = new Report(tools.lab(), tools.provider().name().traits().title(), Version.number(),
                Instant.now(), results, beside("the nodes", this::nodes, List.of()),
                beside("the apps' pods", () -> tools.cluster().pods("default"), List.of()),
                beside("the run's timeline", this::timeline, Optional.empty()),
                beside("how far Windows machines are proven", () -> ProofWords.of(tools.lab(), session.home()),
                        Optional.empty()));
        print(report, toOut);
        write(report);
        session.out().flush();
        troubles.forEach(session.err()::println);
        if (results.exitCode() == ExitCode.LAB_FAILED) {
            new Diagnostics(session, tools, word).explainFailure(failed(results));
        }
        return report;
    }

    /** Known once the checks ran. */
    public ExitCode exitCode(Report report) {
        ExitCode checks = report.checks().exitCode();
        return written || checks == ExitCode.LAB_FAILED ? checks : ExitCode.HOST_NOT_READY;
    }

    /** Whether all of the report is in the workspace. */
    public boolean isWritten() {
        return written;
    }

    /** What the results can do without, and must not be lost for. */
    private <T> T beside(String what, Supplier<T> part, T without) {
        try {
            return part.get();
        } catch (LabException e) {
            if (e.exitCode() == ExitCode.INTERRUPTED) {
                throw e;
            }
            troubles.add("The report has not %s: %s".formatted(what, e.what()));
        } catch (RuntimeException e) {
            troubles.add("The report has not %s: %s".formatted(what, e));
        }
        return without;
    }

    private void print(Report report, boolean toOut) {
        List<String> lines = new ArrayList<>(CheckTable.lines(report.checks(),
                toOut ? session.outColors() : session.errColors()));
        report.proof().ifPresent(lines::add);
        if (toOut) {
            new ResultRenderer(session).text(lines);
        } else {
            lines.forEach(session.err()::println);
        }
    }

    /** @param tableFollows whether the user will see each check again, in the table of all */
    private CheckResults judge(boolean tableFollows) {
        try (Heartbeat signs = new Heartbeat(session.err()::println)) {
            if (tableFollows) {
                signs.accept("Judging the checks:");
            }
            return LabChecks.judge(tools, new Lines(signs, tableFollows), session.cancellation());
        }
    }

    /** What failed checks saw: their pods are gone by now, and what happened to them with them. */
    static List<Evidence> failed(CheckResults results) {
        return results.results().stream().filter(result -> result.verdict().outcome() == Outcome.FAILED)
                .map(result -> Evidence.of(EvidenceKind.CHECK, Evidence.CLUSTER, "check " + result.id(),
                        Stream.concat(Stream.of(result.verdict().words()), result.verdict().evidence().stream())
                                .toList())).toList();
    }

    /** Each file by itself: with one that cannot be made the others are still of use. */
    private void write(Report report) {
        written = write("report/report.json", () -> JsonReport.of(report).text())
                & write("report/junit.xml", () -> JUnitXml.of(report))
                & write("report/report.html", () -> HtmlReport.of(report, tools.templates()));
    }

    private boolean write(String file, Supplier<String> text) {
        try {
            tools.workspace().write(file, text.get());
            return true;
        } catch (LabException e) {
            troubles.add("%s is not written: %s %s".formatted(file, e.what(), e.advice()));
        } catch (RuntimeException e) {
            troubles.add("%s is not written: %s".formatted(file, e));
        }
        return false;
    }

    /** Of the run that made or changed the lab, which need not be the last one. */
    private Optional<Timeline> timeline() {
        Map<String, String> titles = UpPlanner.plan(tools).steps().stream()
                .collect(Collectors.toMap(Step::id, Step::title));
        return Timeline.of(History.read(LabService.runFolder(session, tools.workspace())), titles);
    }

    private List<Node> nodes() {
        return List.copyOf(tools.created().cluster().nodes().values());
    }

    /**
     * One line as each check ends, on standard error, but for those that passed if the table follows; while none does,
     * which ones are waited for.
     */
    private static final class Lines implements CheckListener {
        private final Heartbeat signs;
        private final boolean tableFollows;
        private final Set<String> waiting = new ConcurrentSkipListSet<>();

        Lines(Heartbeat signs, boolean tableFollows) {
            this.signs = signs;
            this.tableFollows = tableFollows;
        }

        @Override
        public void started(Check check) {
            waiting.add(check.id());
            signs.note(String.join(", ", waiting));
        }

        @Override
        public void finished(CheckResult result) {
            if (!tableFollows || result.verdict().outcome() != Outcome.PASSED) {
                signs.accept("check %s: %s (%.1f s)".formatted(result.id(), word(result),
                        result.took().toMillis() / 1000.0));
            }
            waiting.remove(result.id());
            signs.note(String.join(", ", waiting));
        }

        private static String word(CheckResult result) {
            return result.verdict().outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
