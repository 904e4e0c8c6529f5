package org.hybridlab.service;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.change.Refusals.LooksAt;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.context.Loss;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceResult;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.LabMachines;
import org.hybridlab.service.lifecycle.LabReset;
import org.hybridlab.service.lifecycle.ProviderSave;

public final class SnapshotService {
    private static final DateTimeFormatter NOW = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
            .withZone(ZoneOffset.UTC);

    private final ServiceContext context;
    private final LabService labs;

    public SnapshotService(ServiceContext context) {
        this.context = context;
        this.labs = new LabService(context);
    }

    /** @param bytes on this host; 0 if the provider has it */
    public record SnapshotLine(String name, Instant at, long bytes, List<String> machines) {
        static SnapshotLine of(Snapshot snapshot) {
            return new SnapshotLine(snapshot.name(), snapshot.at(), snapshot.bytes(), snapshot.machineNames());
        }
    }

    /** Snapshots of a lab, oldest first. @param unreadable names of those that cannot be read, sorted */
    public record Snapshots(String lab, List<SnapshotLine> snapshots, List<String> unreadable, long bytes,
                            long limitBytes) {
    }

    /** @param onHost whether one of them takes room on this host */
    public record FoundSnapshots(Snapshots found, boolean onHost) {
    }

    public record SavedSnapshot(String lab, SnapshotLine snapshot) {
    }

    public record RemovedSnapshots(String lab, List<String> removed) {
    }

    public FoundSnapshots list(NamedLab lab) {
        LabAccess access = LabAccess.of(lab, context);
        SnapshotStore store = new SnapshotStore(access.workspace());
        List<Snapshot> all = store.all();
        return new FoundSnapshots(new Snapshots(access.name(), all.stream().map(SnapshotLine::of).toList(),
                store.unreadable(), store.bytes(), SnapshotStore.LIMIT_BYTES),
                !all.stream().allMatch(Snapshot::inProvider));
    }

    /** Oldest first. */
    public static List<String> names(Workspace workspace) {
        return new SnapshotStore(workspace).all().stream().map(Snapshot::name).toList();
    }

    /** If only Vagrant can save it, the lab stands still meanwhile. @param name empty: the time */
    public ServiceResult<SavedSnapshot> save(NamedLab lab, Optional<String> name) {
        String wanted = SnapshotStore.checked(name.orElseGet(() -> NOW.format(Instant.now())));
        OpenLab open = labs.asItIs(lab);
        LabMachines machines = LabMachines.of(lab, labs, context);
        LabContext before = labs.labContext(open);
        if (new SnapshotPlanner(before).savesInProvider()) {
            // The lab goes on by the file as it is now.
            labs.needTrust(open);
            labs.checkLimits(open);
            labs.refusals(before).check(LooksAt.APPLIED);
        }
        try (LabLock lock = machines.lock()) {
            SnapshotStore store = new SnapshotStore(open.workspace());
            LabContext labContext = labs.labContext(open);
            SnapshotPlanner planner = new SnapshotPlanner(labContext);
            planner.mustBePossible();
            store.mustBeFree(wanted, lab.word());
            LabReset.mustBeOver(open.workspace(), lab.word(), "it has no state that could be saved.");
            RunResult run = planner.savesInProvider() ? new ProviderSave(context, labContext, lock).save(wanted)
                    : onHost(machines, planner, store, lock, wanted, lab.word());
            ServiceResult<SavedSnapshot> result = run.green() ? ServiceResult.of(new SavedSnapshot(
                    open.lab().name(), SnapshotLine.of(store.find(Optional.of(wanted), lab.word()))))
                    : ServiceResult.failed(run);
            return planner.savesInProvider() ? resumed(result, open, lock, lab.word()) : result;
        }
    }

    private RunResult onHost(LabMachines machines, SnapshotPlanner planner, SnapshotStore store, LabLock lock,
                             String wanted, String word) {
        RunResult run = machines.run(planner.save(wanted), lock);
        store.clean();
        if (run.interrupted()) {
            // An interrupted run reports no failure of its own.
            LabMachines.frozen(machines.created(), word).ifPresent(context.listener()::message);
        }
        return run;
    }

    /** The machines go on, whether they were saved or not. */
    private ServiceResult<SavedSnapshot> resumed(ServiceResult<SavedSnapshot> saved, OpenLab open, LabLock lock,
                                                 String word) {
        LabContext labContext = labs.labContext(open);
        if (context.cancellation().isRequested()) {
            if (!new SnapshotPlanner(labContext).keepsMemory()) {
                context.listener().message("Machines that were switched off for the snapshot stay off. Start them: "
                        + "hybridlab up " + word);
            }
            return saved.done().isPresent() ? saved.exitingWith(ExitCode.INTERRUPTED) : saved;
        }
        ServiceResult<UpSummary> lab = new LabRestart(context, Optional.empty()).of(labContext, lock, false)
                .result();
        return saved.done().isPresent() ? new ServiceResult<>(saved.done(), lab.exitCode(), lab.failures()) : saved;
    }

    /** Deletes a snapshot, readable or not, if the user agrees. */
    public ServiceResult<RemovedSnapshots> delete(NamedLab lab, String name) {
        OpenLab open = labs.asItIs(lab);
        LabMachines machines = LabMachines.of(lab, labs, context);
        try (LabLock lock = machines.lock()) {
            LabContext labContext = labs.labContext(open);
            SnapshotStore store = new SnapshotStore(open.workspace());
            new ProviderSave(context, labContext, lock).removeUnfinished();
            Plan plan = store.unreadable().contains(name) ? new SnapshotPlanner(labContext)
                    .deleteUnreadable(name, context.cancellation()) : deletion(machines.created(), store, name,
                            lab.word());
            if (!context.approval().loses(Loss.SNAPSHOT, "Delete the snapshot '%s'?".formatted(name))) {
                throw Loss.SNAPSHOT.notAgreed("The snapshot '%s' stays.".formatted(name));
            }
            if (!plan.steps().isEmpty()) {
                RunResult run = machines.run(plan, lock);
                if (!run.green()) {
                    return ServiceResult.failed(run);
                }
            }
            store.delete(name);
            return ServiceResult.of(new RemovedSnapshots(open.lab().name(), List.of(name)));
        }
    }

    private static Plan deletion(CreatedLab created, SnapshotStore store, String name, String word) {
        Snapshot snapshot = store.find(Optional.of(name), word);
        if (new WorkspaceState(created.workspace()).resetTo().filter(name::equals).isPresent()) {
            LabReset.mustBeOver(created.workspace(), word, "it still needs that snapshot.");
        }
        return SnapshotPlanner.delete(created, snapshot);
    }
}
