package org.hybridlab.service.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.Checks;
import org.hybridlab.check.core.CheckListener;
import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Network;
import org.hybridlab.diagnose.Collected;
import org.hybridlab.diagnose.Collector;
import org.hybridlab.diagnose.Diagnosis;
import org.hybridlab.diagnose.DiagnosisText;
import org.hybridlab.diagnose.Evidence;
import org.hybridlab.diagnose.EvidenceKind;
import org.hybridlab.diagnose.Finding;
import org.hybridlab.diagnose.KnownFailures;
import org.hybridlab.diagnose.KnownSecrets;
import org.hybridlab.diagnose.LogSources;
import org.hybridlab.diagnose.Redactor;
import org.hybridlab.diagnose.StepLog;
import org.hybridlab.diagnose.Target;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.History;
import org.hybridlab.engine.journal.History.PastRun;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.MachineRecords;
import org.hybridlab.provision.state.AppliedObjects;
import org.hybridlab.provision.state.MachineStates;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.up.LabChecks;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.ServiceContext;

public final class Diagnostics {
    /** Short, because the user waits for the prompt. */
    private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(4);
    private static final Duration AT_ONCE = Duration.ofSeconds(5);
    /** Number of runs whose logs go into an archive. */
    private static final int NEWEST = 10;
    private static final Duration OF_THIS_RUN = Duration.ofMinutes(20);
    /** Checks of a healthy lab take less. */
    private static final Duration USUAL_CHECKS = Duration.ofSeconds(3);
    /** A restarted pod counts as stable after this, with some margin. */
    private static final Duration STABLE_PODS = Duration.ofSeconds(20);
    private static final int EMULATED = 4;

    private final ServiceContext context;
    private final LabContext labContext;
    private final Redactor redactor;
    private final LabRuns runs;
    private final ExpectedParts expected;

    public Diagnostics(ServiceContext context, LabContext labContext) {
        this.context = context;
        this.labContext = labContext;
        Workspace workspace = labContext.workspace();
        List<String> secrets = new ArrayList<>(KnownSecrets.of(workspace.sshKey(), workspace.kubeconfig(),
                context.environment()));
        secrets.addAll(labContext.registries().secrets());
        redactor = new Redactor(secrets);
        runs = new LabRuns(History.read(context.runFolder(workspace)).runs());
        expected = ExpectedParts.of(workspace, runs);
    }

    public Redactor redactor() {
        return redactor;
    }

    /** Reports the failures of a run that is not green, and known failures behind them. */
    public static void explain(ServiceContext context, LabContext labContext, RunResult run) {
        RunFailures.tell(run, context.listener());
        if (run.exitCode() == ExitCode.LAB_FAILED) {
            Diagnostics diagnostics = new Diagnostics(context, labContext);
            diagnostics.explainFailure(List.of(), true, diagnostics::afterFailure);
        }
    }

    /**
     * Names known failures behind an error on standard error. Never fails.
     *
     * @param unknown whether to say that none is known
     * @param live the result of {@link #afterFailure}
     */
    void explainFailure(List<Evidence> told, boolean unknown, Supplier<Collected> live) {
        try {
            Diagnosis diagnosis = known(composed(told, live.get()));
            DiagnosisText.findings(diagnosis).forEach(context.listener()::message);
            DiagnosisText.gaps(diagnosis).forEach(context.listener()::message);
            if (diagnosis.findings().isEmpty() && unknown) {
                context.listener().message("No known failure was recognised; hybridlab diagnose " + labContext.word()
                        + " shows what is not well.");
            }
        } catch (LabException e) {
            if (!e.isInterruption()) {
                context.listener().message("The cause could not be looked for: " + e.what());
            }
        }
    }

    Collected afterFailure() {
        return live(OF_THIS_RUN, AFTER_A_FAILURE, () -> { });
    }

    public Diagnosis judge(Collected collected) {
        Diagnosis diagnosis = known(collected);
        // A look for changes of the lab file renders all of it.
        return diagnosis.findings().stream().noneMatch(Finding::safe) ? diagnosis
                : diagnosis.with(FixLimits.of(labContext, collected.evidence())::limited);
    }

    private Diagnosis known(Collected collected) {
        return Diagnosis.of(labContext.word(), KnownFailures.read(context.home()), redactor, collected);
    }

    /**
     * Collects evidence of machines, cluster and host while the checks run. Machine settings are read first, since a
     * check's pod may repair them. A known failure ends the wait for checks. If none is known and checks failed, reads
     * all again, since their pods may have revealed something.
     *
     * @param told evidence that is known already
     * @param trusted whether the lab may run its commands and pods, as checks do
     * @param since greatest age of logs and events
     */
    public Collected look(List<Evidence> told, BooleanSupplier trusted, Duration since, Duration within) {
        AtomicBoolean found = new AtomicBoolean();
        List<String> gaps = new ArrayList<>();
        List<Evidence> all = new ArrayList<>(told);
        CompletableFuture<Void> set = new CompletableFuture<>();
        try (Parallel beside = new Parallel(1, context.cancellation())) {
            CompletableFuture<Collected> begun = beside.begin(() -> {
                try {
                    Collected live = live(since, within, () -> set.complete(null));
                    found.set(!known(composed(List.of(), live)).findings().isEmpty());
                    return live;
                } finally {
                    set.complete(null);
                }
            });
            set.completeOnTimeout(null, shorter(within).toMillis(), TimeUnit.MILLISECONDS).join();
            List<Evidence> failed = failedChecks(trusted, found::get, within, gaps::add);
            Collected live = Parallel.join(begun);
            gaps.addAll(live.gaps());
            all.addAll(failed);
            if (!failed.isEmpty() && !found.get()) {
                live.evidence().stream().filter(one -> one.kind() == EvidenceKind.MACHINE).forEach(all::add);
                live = live(since, within, () -> { });
            }
            return composed(all, live).with(gaps);
        }
    }

    private static Duration shorter(Duration within) {
        return within.compareTo(AT_ONCE) < 0 ? within : AT_ONCE;
    }

    /**
     * Evidence of failed checks.
     *
     * @param found whether a known failure was found
     * @param gaps gets why they were not judged
     */
    List<Evidence> failedChecks(BooleanSupplier trusted, BooleanSupplier found, Duration within,
                                Consumer<String> gaps) {
        if (!labContext.created().cluster().wasKnown()) {
            return List.of();
        }
        if (!trusted.getAsBoolean()) {
            gaps.accept("checks: you have not trusted the lab as its files are now; hybridlab check %s asks you"
                    .formatted(labContext.word()));
            return List.of();
        }
        if (labContext.isEmulated()) {
            gaps.accept("checks: they take minutes on interpreted machines, see hybridlab check " + labContext.word());
            return List.of();
        }
        long begun = System.nanoTime();
        try {
            ApiServer api = labContext.cluster().api();
            Duration ready = shorter(within);
            Optional<Boolean> serves = context.cancellation().within(ready, own -> api.servesAgain());
            if (serves.filter(Boolean::booleanValue).isEmpty()) {
                gaps.accept("checks: the API server " + (serves.isPresent() ? "is not ready"
                        : "did not answer within %d s".formatted(ready.toSeconds())));
                return List.of();
            }
            return CheckPhase.failed(LabChecks.judge(Checks.of(labContext.lab()), labContext,
                    LabChecks.probes(labContext), CheckListener.NONE, () -> System.nanoTime() - begun
                            > (found.getAsBoolean() ? USUAL_CHECKS : STABLE_PODS).toNanos(), context.cancellation()));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            gaps.accept("checks: " + e.what());
            return List.of();
        }
    }

    private Collected live(Duration since, Duration within, Runnable factsRead) {
        List<String> gaps = new ArrayList<>();
        WorkspaceState state = new WorkspaceState(labContext.workspace());
        if (!state.isReadable()) {
            gaps.add("which machines and objects `up` made: %s cannot be read".formatted(state.file()));
        }
        try (Parallel beside = new Parallel(1, context.cancellation())) {
            HostEvidence here = new HostEvidence(context, labContext, gaps::add);
            CompletableFuture<List<Evidence>> host = beside.begin(() -> here.collect(expected, within));
            // Emulated machines need longer.
            Collected live = new Collector(LogSources.read(context.home()), since, within.multipliedBy(
                    labContext.isEmulated() ? EMULATED : 1)).collect(target(within), context.cancellation(), factsRead);
            return new Collected(Stream.of(live.evidence(), Parallel.join(host), here.images(live.evidence()))
                    .flatMap(List::stream).toList(), live.gaps()).with(gaps);
        }
    }

    private Collected composed(List<Evidence> more, Collected live) {
        List<Evidence> all = new ArrayList<>(live.evidence().stream().map(one -> one.without(more)).toList());
        all.addAll(more);
        all.addAll(failedSteps());
        all.add(Evidence.of(EvidenceKind.WORKLOAD, Evidence.CLUSTER, "workspace", unmade()));
        return new Collected(all, live.gaps());
    }

    /** A cluster that was never made has nothing to fail. A lost kubeconfig is evidence of the host. */
    private List<String> unmade() {
        return expected.kubeconfig() ? List.of()
                : List.of("The lab has none yet, because `up` has not come that far. `hybridlab up %s` goes on from "
                        .formatted(labContext.word()) + "there.");
    }

    private Target target(Duration within) {
        Optional<MachineStates> states = LabException.known(() -> context.cancellation().within(shorter(within),
                labContext::states)).flatMap(seen -> seen);
        Workspace workspace = labContext.workspace();
        Optional<Supplier<ApiServer>> api = labContext.created().cluster().wasKnown()
                ? Optional.of(() -> labContext.cluster().api()) : Optional.empty();
        return new Target(labContext.word(), labContext.lab().machines().stream()
                .filter(machine -> Files.isRegularFile(workspace.sshConfig(machine.name()))
                        && states.filter(seen -> seen.isOff(machine) || seen.isGone(machine)).isEmpty())
                .map(machine -> new Target.Place(machine, labContext.shell(machine))).toList(),
                podInterface(labContext.lab()), Optional.of(labContext.lab()), appObjects(), replicas(), api);
    }

    Map<String, List<String>> appObjects() {
        AppliedObjects applied = new AppliedObjects(labContext.workspace());
        return apps(applied).stream().collect(Collectors.toMap(app -> app, applied::lasting));
    }

    /** None if the record is unreadable, which is a gap of its own. */
    private static Set<String> apps(AppliedObjects applied) {
        return LabException.known(applied::apps).orElse(Set.of());
    }

    /** Replicas by paths of workloads. */
    Map<String, Integer> replicas() {
        AppliedObjects applied = new AppliedObjects(labContext.workspace());
        Map<String, Map<String, Integer>> scales = labContext.lab().apps().stream()
                .collect(Collectors.toMap(App::name, App::scale));
        Map<String, Integer> all = new HashMap<>();
        // The lab file overrides the record.
        apps(applied).forEach(app -> applied.replicas(app).forEach((path, stated) -> all.put(path,
                scales.getOrDefault(app, Map.of()).getOrDefault(path.substring(path.lastIndexOf('/') + 1), stated))));
        return all;
    }

    /** Empty if pods are routed. That of a foreign cluster is unknown. */
    static Optional<String> podInterface(Lab lab) {
        Network network = lab.network();
        return network.mode().traits().encapsulates() && !lab.joinsExisting()
                ? Optional.of(network.mode().traits().plugin().overlayInterface(network.vni())) : Optional.empty();
    }

    /** Since the last `up`. Earlier failures may have been fixed. */
    private List<Evidence> failedSteps() {
        return runs.fromLastUp().stream().filter(run -> !run.ending().equals(Optional.of("green")))
                .flatMap(run -> run.steps().stream()
                        .filter(step -> step.outcome().filter(Outcome::good).isEmpty())
                        .map(step -> StepLog.read(step.step(), context.runFolder(labContext.workspace())
                                .stepLog(run.runId(), step.step()), labContext.lab().machines())))
                .toList();
    }

    public boolean hasRuns() {
        return !runs.runs().isEmpty();
    }

    /** Log files of this host, by names in an archive. */
    public Stream<Path> files() {
        Workspace workspace = labContext.workspace();
        List<Path> files = new ArrayList<>(List.of(workspace.vagrantfile(), workspace.journal(),
                workspace.report().resolve("report.json")));
        // The last run may have skipped every step.
        List<PastRun> all = runs.runs();
        all.stream().skip(Math.max(0, all.size() - NEWEST)).forEach(run -> run.steps().forEach(step ->
                files.add(context.runFolder(workspace).stepLog(run.runId(), step.step()))));
        labContext.lab().madeWindowsMachines().forEach(machine ->
                files.addAll(MachineRecords.kept(labContext, machine)));
        files.addAll(boxNotes(workspace.vagrantData()));
        return files.stream().filter(Files::isRegularFile);
    }

    /** Vagrant notes beside each machine of which box it was made. */
    private static List<Path> boxNotes(Path vagrant) {
        if (!Files.isDirectory(vagrant)) {
            return List.of();
        }
        try (Stream<Path> notes = Files.find(vagrant, 4, (file, attributes) -> file.endsWith("box_meta"))) {
            return notes.toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
