package org.hybridlab.service;

import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.cluster.kubeconfig.ClientTls;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.guest.LabKey;
import org.hybridlab.host.ToldOnce;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.vagrant.JointUp;
import org.hybridlab.provision.box.ComingMachines;
import org.hybridlab.provision.change.GivenUpRecreations;
import org.hybridlab.provision.change.LabChange;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.change.Refusals;
import org.hybridlab.provision.change.Refusals.LooksAt;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.machine.MachinePlanner;
import org.hybridlab.provision.reset.ObjectRecord;
import org.hybridlab.provision.snapshot.FreshSnapshot;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.up.SuspectSettings;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.report.Report;
import org.hybridlab.service.check.CheckPhase;
import org.hybridlab.service.check.Diagnostics;
import org.hybridlab.service.check.EarlyProbes;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.Loss;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.estimate.UpEstimate;
import org.hybridlab.service.lab.HostSetup;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.LabReset;
import org.hybridlab.service.lifecycle.LabRun;
import org.hybridlab.service.lifecycle.ObjectRecording;

/** Brings labs up and checks them. Called again, it does only what is missing. */
public final class UpService {
    private final ServiceContext context;
    private final LabService labs;
    private final Function<OpenLab, LabContext> contexts;
    private final HostSetup host;

    public UpService(ServiceContext context) {
        this(context, LabService.fetching(context));
    }

    private UpService(ServiceContext context, LabService labs) {
        this(context, labs, labs::labContext, labs.host());
    }

    UpService(ServiceContext context, LabService labs, Function<OpenLab, LabContext> contexts, HostSetup host) {
        this.context = context;
        this.labs = labs;
        this.contexts = contexts;
        this.host = host;
    }

    /** Returns also if steps or checks failed, which the listener was told. Throws if no step began. */
    public UpResult up(NamedLab lab, UpOptions options) {
        OpenLab chosen = labs.openToBringUp(lab, options.open(), labs.host()::networks);
        labs.needTrust(chosen);
        warn(chosen.choice().provider());
        host.makeReady(chosen.choice().provider());
        try (LabLock lock = LabLock.acquire(context.runFolder(chosen.workspace()), Clock.systemUTC())) {
            labs.workspace(chosen);
            OpenLab open = labs.claim(chosen, lab, options.open());
            LabKey.ensure(context.processes(), open.workspace(), context.cancellation());
            LabContext labContext = contexts.apply(open);
            if (labContext.hasCluster()) {
                ClientTls.load();
            }
            tryHost(labContext);
            refuse(labContext, options);
            Optional<List<LabChange>> changes = LabChanges.of(labContext);
            removeAbandoned(labContext);
            LabRecord.begin(labContext);
            labContext.files().writeTo(open.workspace());
            LabChanges.lines(changes).forEach(context.listener()::message);
            try (JointUp ignored = MachinePlanner.loadVagrant(labContext, options.part().isWhole()
                    ? labContext.lab().madeMachines() : List.of(), context.cancellation())) {
                return bringUp(options, labContext, changes.orElse(List.of()), lock);
            }
        }
    }

    private UpResult bringUp(UpOptions options, LabContext labContext, List<LabChange> changes, LabLock lock) {
        try (EarlyProbes early = EarlyProbes.ofUp(context, labContext,
                options.checks() && options.part().isWhole())) {
            boolean seemsDone = changes.isEmpty() && options.replacing().isEmpty() && seemsDone(labContext);
            if (seemsDone) {
                // The looks at its steps take as long as the pods' start.
                early.begin();
            }
            if (options.load()) {
                new ImageService(context, labs).take(labContext);
            } else if (!seemsDone) {
                new ImageService(context, labs).tell(labContext);
            }
            UpEstimate estimate = UpEstimate.of(coming(options, labContext), context);
            estimate.lines().forEach(context.listener()::message);
            host.install(estimate.software());
            RunResult run = new LabReset(context, labContext, lock).finishEarlier()
                    .orElseGet(() -> run(options, labContext, lock, early));
            return ended(options, labContext, changes, run, early);
        }
    }

    private boolean seemsDone(LabContext labContext) {
        return labContext.hasCluster() && new WorkspaceState(labContext.workspace()).unfinished(labContext.word())
                .isEmpty() && labContext.running(context.cancellation()).equals(labContext.lab().madeMachines());
    }

    /** Comes first: each probe of a machine that this host cannot reach takes many seconds. */
    private void tryHost(LabContext labContext) {
        List<Machine> running = labContext.running(context.cancellation());
        try {
            labContext.provider().mustServe(labContext.id(), labContext.lab(), running, context.cancellation());
            running.stream().filter(machine -> !machine.isWindows()).findFirst()
                    .ifPresent(machine -> labContext.tryIn(machine, context.cancellation()));
        } catch (LabException e) {
            if (labContext.states(context.cancellation()).byName().isEmpty()) {
                giveUpNetwork(labContext.open());
            }
            throw e;
        }
    }

    /** Nothing of the lab is written before. */
    private void refuse(LabContext labContext, UpOptions options) {
        // The record of this lab overwrites what its machines were created with.
        boolean resets = new WorkspaceState(labContext.workspace()).resetTo().isPresent();
        if (!resets) {
            // The next plan has other steps.
            LabRecord.forgetLost(labContext, context.cancellation());
        }
        if (!options.part().isWhole()) {
            options.part().of(UpPlanner.plan(labContext), labContext.word());
        }
        labContext.registries().needPasswords();
        Refusals refusals = labs.refusals(labContext);
        refusals.checkManifests(labContext.open().warnings()).stream().map(Problem::text)
                .forEach(context.listener()::message);
        if (!resets) {
            refusals.check(LooksAt.KUBECONFIG, LooksAt.APPLIED, LooksAt.MACHINES);
        }
    }

    /** A machine that was removed by hand may have left volumes worth keeping. */
    private void removeAbandoned(LabContext labContext) {
        List<LabResource> left = labContext.provider().abandoned(labContext.id(), context.cancellation());
        String what = "A machine of %s was removed by hand, and its volumes are still there: %s."
                .formatted(labContext.word(), left.stream().map(LabResource::name).collect(Collectors.joining(", ")));
        if (!left.isEmpty() && !context.approval().loses(Loss.VOLUMES, what + " Delete them?")) {
            throw Loss.VOLUMES.notAgreed(what + " Nothing was changed.");
        }
        left.forEach(one -> labContext.provider().remove(one, context.cancellation()));
    }

    private static ComingMachines coming(UpOptions options, LabContext labContext) {
        Set<String> again = new HashSet<>(new WorkspaceState(labContext.workspace()).recreating());
        options.replacing().ifPresent(again::add);
        return new ComingMachines(labContext, again);
    }

    private RunResult run(UpOptions options, LabContext labContext, LabLock lock, EarlyProbes early) {
        labs.refusals(labContext).check(LooksAt.APPLIED);
        WorkspaceState state = new WorkspaceState(labContext.workspace());
        Optional<String> begun = options.replacing().filter(machine -> !state.recreating().contains(machine));
        begun.ifPresent(state::beginRecreating);
        LabRun run = new LabRun(context, labContext, lock, early);
        try {
            return run.agreed(options.part().of(UpPlanner.plan(labContext), labContext.word()));
        } catch (LabException e) {
            keep(labContext, begun.filter(machine -> !run.stepsRan()), e);
            throw e;
        }
    }

    /** If no step has run, or the user declines, machines are kept. Otherwise the next {@code up} recreates them. */
    void keep(LabContext labContext, Optional<String> untouched, LabException failure) {
        untouched.ifPresent(new WorkspaceState(labContext.workspace())::endRecreating);
        if (failure.id().equals("not-confirmed") && context.approval().asks()) {
            new GivenUpRecreations(labContext, context.cancellation()).giveUp().forEach(machine ->
                    context.listener().message(machine + " is not made again: it stays as it is."));
        }
    }

    private UpResult ended(UpOptions options, LabContext labContext, List<LabChange> changes, RunResult run,
                           EarlyProbes early) {
        // The checks' pods may exist.
        try (CancellableScope ignored = run.green() ? context.listener().cancellable() : () -> { }) {
            if (!run.green()) {
                // No checks follow.
                early.close();
            }
            LabRestart.endLeftLeases(labContext, run);
            if (!context.cancellation().isRequested()) {
                SuspectSettings.of(labContext).forEach(context.listener()::message);
            }
            if (!run.green()) {
                explain(labContext, run);
            }
            if (!options.part().isWhole()) {
                return new UpResult(labContext.open(), changes, run, options.part(), options.part().left(
                        UpPlanner.plan(labContext), labContext.word()), Optional.empty(), run.exitCode());
            }
            return run.green() ? complete(options, labContext, changes, run, early) : new UpResult(labContext.open(),
                    changes, run, options.part(), List.of(), Optional.empty(), run.exitCode());
        }
    }

    private void explain(LabContext labContext, RunResult run) {
        if (run.failures().stream().anyMatch(step -> step.step().equals(StepIds.HOST_NETWORK))
                && labContext.states(context.cancellation()).byName().isEmpty()) {
            giveUpNetwork(labContext.open());
        }
        Diagnostics.explain(context, labContext, run);
    }

    /** All steps succeeded. */
    private UpResult complete(UpOptions options, LabContext labContext, List<LabChange> changes, RunResult run,
                              EarlyProbes early) {
        LabRecord.complete(labContext);
        boolean isFirst = !new ObjectRecord(labContext).exists();
        CheckPhase checks = new CheckPhase(context, labContext, early);
        Optional<Report> report = Optional.empty();
        boolean well = false;
        try (ObjectRecording besides = ObjectRecording.of(labContext, run, context)) {
            if (options.checks()) {
                report = Optional.of(checks.run());
                well = report.get().checks().withoutLabFile().passedWhereMachinesRun();
            }
            if (well) {
                LabReset.recordStarted(context, labContext);
            }
        }
        if (isFirst && options.snapshot() && report.isPresent()) {
            new FreshSnapshot(labContext, FreshSnapshot.WITHIN).take(labContext.word(), well,
                    context.listener()::message, context.cancellation());
        }
        return new UpResult(labContext.open(), changes, run, options.part(), List.of(), report,
                report.map(checks::exitCode).orElse(run.exitCode()));
    }

    /** Lets the next try choose another network, unless something of the lab uses this one. */
    private void giveUpNetwork(OpenLab open) {
        SnapshotStore snapshots = new SnapshotStore(open.workspace());
        if (LabRecord.hadNodes(open.workspace()) || !snapshots.all().isEmpty() || !snapshots.unreadable().isEmpty()) {
            if (open.lab().joinsExisting()) {
                // A joined cluster decides the network. The failure says what to do.
                return;
            }
            context.listener().message(("The lab keeps its network %1$s, which its cluster and its snapshots need. "
                    + "If something else has it now, remove that, then run `hybridlab up %2$s` again. To give up the "
                    + "lab with its snapshots: hybridlab destroy %2$s").formatted(open.lab().network().machines(),
                    open.word()));
        } else {
            labs.known().forget(open.workspace().folder());
        }
    }

    private void warn(ProviderName provider) {
        if (provider.traits().sharesKernel() && new ToldOnce(context.folders()).isFirst("docker-machines-are-root")) {
            context.listener().message("Machines on %s are containers with all rights: root in them is root on this "
                    .formatted(provider.id()) + "host.");
        }
    }
}
