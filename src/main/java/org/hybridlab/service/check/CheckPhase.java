package org.hybridlab.service.check;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.Checks;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckListener;
import org.hybridlab.check.core.CheckResult;
import org.hybridlab.check.core.CheckResults;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.ProbePods;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.CheckSpec;
import org.hybridlab.diagnose.Collected;
import org.hybridlab.diagnose.Evidence;
import org.hybridlab.diagnose.EvidenceKind;
import org.hybridlab.engine.journal.History;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.up.LabChecks;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.report.HtmlReport;
import org.hybridlab.report.JUnitXml;
import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;
import org.hybridlab.report.Timeline;
import org.hybridlab.service.context.CheckPhaseListener;
import org.hybridlab.service.context.ProductVersion;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.estimate.ProofWords;
import org.hybridlab.service.lab.LabKubectl;

/** Runs a lab's checks, and writes the reports to the workspace. */
public final class CheckPhase {
    private static final Duration QUICK = Duration.ofSeconds(1);
    private static final int WIDTH = 3;
    private final ServiceContext context;
    private final LabContext labContext;
    private final Supplier<ProbePods> probes;
    /** Failures that change no result, a sentence each. */
    private final List<String> troubles = Collections.synchronizedList(new ArrayList<>());
    private CompletableFuture<Collected> seen;
    private boolean written;
    /** Whether a check failed. Other questions to such a lab may get no answer. */
    private boolean broken;

    public CheckPhase(ServiceContext context, LabContext labContext) {
        this(context, labContext, () -> LabChecks.probes(labContext));
    }

    public CheckPhase(ServiceContext context, LabContext labContext, EarlyProbes early) {
        this(context, labContext, early::probes);
    }

    private CheckPhase(ServiceContext context, LabContext labContext, Supplier<ProbePods> probes) {
        this.context = context;
        this.labContext = labContext;
        this.probes = probes;
    }

    /** The listener gets the report before it is written, so that a failed write cannot hide it. */
    public Report run() {
        try (Parallel parallel = new Parallel(WIDTH, context.cancellation())) {
            return run(parallel);
        }
    }

    private Report run(Parallel parallel) {
        CheckResults judged = judge(parallel);
        broken = judged.exitCode() == ExitCode.LAB_FAILED;
        CheckResults results = withReset(judged, labContext.workspace(), labContext.word());
        troubles.addAll(results.troubles());
        CompletableFuture<List<Node>> nodes = parallel.begin(() -> beside("the nodes", this::nodes, List.of()));
        CompletableFuture<List<Pod>> pods = parallel.begin(() -> beside("the apps' pods",
                () -> labContext.cluster().pods("default"), List.of()));
        Report report = new Report(labContext.lab(), labContext.provider().name().traits().title(),
                ProductVersion.number(), Instant.now(), results, Parallel.join(nodes), Parallel.join(pods),
                beside("the run's timeline", this::timeline, Optional.empty()),
                ProofWords.of(labContext.lab()));
        context.listener().checked(report);
        write(report);
        troubles.forEach(context.listener()::message);
        if (broken) {
            diagnostics().explainFailure(failed(judged), judged.withoutLabFile().exitCode() == ExitCode.LAB_FAILED,
                    () -> Parallel.join(seen));
        }
        return report;
    }

    public ExitCode exitCode(Report report) {
        ExitCode checks = report.checks().exitCode();
        return written || checks == ExitCode.LAB_FAILED ? checks : ExitCode.HOST_NOT_READY;
    }

    public boolean isWritten() {
        return written;
    }

    /** Runs a part that may fail without losing the results. */
    private <T> T beside(String what, Supplier<T> part, T without) {
        try {
            return broken ? context.cancellation().within(QUICK, own -> part.get()).orElse(without) : part.get();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            troubles.add("The report has not %s: %s".formatted(what, e.what()));
        } catch (RuntimeException e) {
            troubles.add("The report has not %s: %s".formatted(what, e));
        }
        return without;
    }

    /** Tells readers of the report that some checks ran after a reset. */
    static CheckResults withReset(CheckResults judged, Workspace workspace, String word) {
        WorkspaceState state = new WorkspaceState(workspace);
        if (state.isReadable() && state.resetTo().isEmpty()) {
            return judged;
        }
        String why = state.unfinished(word).get(0);
        return judged.with(new CheckResult("reset-ended", "No reset of the lab waits for its end",
                "hybridlab status " + word, state.isReadable() ? Verdict.failed(why, List.of())
                        : Verdict.notJudged(why, List.of(), EvidenceSource.REAL), Duration.ZERO));
    }

    private CheckResults judge(Parallel parallel) {
        if (labContext.lab().checks().stream().anyMatch(check -> check.probe() instanceof CheckSpec.JsonPath)) {
            needKubectl();
        }
        try (CheckPhaseListener checks = context.listener().checks()) {
            return LabChecks.judge(Checks.of(labContext.lab()), labContext, probes.get(), new CheckListener() {
                @Override
                public void started(Check check) {
                    checks.started(check);
                }

                @Override
                public void finished(CheckResult result) {
                    checks.finished(result);
                    if (result.verdict().outcome() == Outcome.FAILED) {
                        lookForCause(parallel);
                    }
                }
            }, () -> false, context.cancellation());
        }
    }

    /** Runs while other checks go on. Repeated if one fails later. */
    private synchronized void lookForCause(Parallel parallel) {
        if (seen == null || seen.isDone()) {
            seen = parallel.begin(() -> diagnostics().afterFailure());
        }
    }

    private Diagnostics diagnostics() {
        return new Diagnostics(context, labContext);
    }

    /** Without it those checks are not judged, and say so. */
    private void needKubectl() {
        try {
            new LabKubectl(context).program(labContext.workspace());
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            troubles.add("There is no kubectl for the lab's own checks: " + e.what());
        }
    }

    /** Evidence of failed checks. Their pods and events are gone by now. */
    static List<Evidence> failed(CheckResults results) {
        return results.results().stream().filter(result -> result.verdict().outcome() == Outcome.FAILED)
                .map(result -> Evidence.of(EvidenceKind.CHECK, Evidence.CLUSTER, "check " + result.id(),
                        Stream.concat(Stream.of(result.verdict().message()), result.verdict().evidence().stream())
                                .toList())).toList();
    }

    private void write(Report report) {
        try {
            List<String> unwritten = new ReportFiles(labContext.workspace(),
                    new OwnWorkspaces(context.folders()), labContext.templates()).write(report);
            written = unwritten.isEmpty();
            troubles.addAll(unwritten);
        } catch (LabException e) {
            context.listener().failed(e);
        }
    }

    /** Of the run that created or changed the lab, which may not be the last one. */
    private Optional<Timeline> timeline() {
        Map<String, String> titles = UpPlanner.plan(labContext).steps().stream()
                .collect(Collectors.toMap(Step::id, Step::title));
        return Timeline.of(History.read(context.runFolder(labContext.workspace())), titles);
    }

    private List<Node> nodes() {
        return List.copyOf(labContext.created().cluster().nodes().values());
    }

    record ReportFiles(Workspace workspace, OwnWorkspaces own, Templates templates) {
        /**
         * One failed file does not stop the others.
         *
         * @return files that were not written, with the reason
         * @throws LabException {@code report-not-written} (exit 3) if the lab was destroyed while its checks ran
         */
        List<String> write(Report report) {
            if (!own.isBound(workspace.folder())) {
                // A new folder would have no owner, and block the next `up`.
                throw LabException.hostNotReady("report-not-written",
                        "The report is not written: the workspace %s is gone.".formatted(workspace.folder()),
                        "The lab was destroyed while its checks ran. If you still need it, bring it up again.");
            }
            List<String> troubles = new ArrayList<>();
            write("report/report.json", () -> JsonReport.of(report).text(), troubles);
            write("report/junit.xml", () -> JUnitXml.of(report), troubles);
            write("report/report.html", () -> HtmlReport.of(report, templates), troubles);
            return troubles;
        }

        private void write(String file, Supplier<String> text, List<String> troubles) {
            try {
                workspace.write(file, text.get());
            } catch (LabException e) {
                troubles.add("%s is not written: %s %s".formatted(file, e.what(), e.advice()));
            } catch (RuntimeException e) {
                troubles.add("%s is not written: %s".formatted(file, e));
            }
        }
    }
}
