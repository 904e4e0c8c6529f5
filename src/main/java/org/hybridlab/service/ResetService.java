package org.hybridlab.service;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

import org.hybridlab.cluster.kubeconfig.ClientTls;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.snapshot.ResetInPlace;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.service.LabRestart.End;
import org.hybridlab.service.SnapshotService.SnapshotLine;
import org.hybridlab.service.check.EarlyProbes;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceResult;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.EarlyComparison;
import org.hybridlab.service.lifecycle.LabMachines;
import org.hybridlab.service.lifecycle.LabReset;

/** Restores a lab to a snapshot and checks it, or only the objects of its cluster to what they were after `up`. */
public final class ResetService {
    private final ServiceContext context;
    private final LabService labs;

    public ResetService(ServiceContext context) {
        this.context = context;
        this.labs = new LabService(context);
    }

    /**
     * @param snapshot empty: the newest
     * @param remake whether to recreate every machine
     */
    public record ResetOptions(Optional<String> snapshot, boolean remake, boolean checks) {
    }

    public interface Confirmation {
        /** Returns whether somebody was asked. Throws {@code not-confirmed} (exit 2). */
        boolean ask(SnapshotLine snapshot);
    }

    /** Tries the cluster alone, then machines as they are, then recreated machines. */
    public ServiceResult<UpSummary> reset(NamedLab lab, ResetOptions options, Confirmation confirmation) {
        ClientTls.load();
        OpenLab before = labs.asItIs(lab);
        LabMachines machines = LabMachines.of(lab, labs, context);
        Snapshot agreed = fitting(before, lab, options);
        boolean asked = confirmation.ask(SnapshotLine.of(agreed));
        try (LabLock lock = machines.lock()) {
            // The lab may have changed, or gone, while the question was open.
            OpenLab open = asked ? labs.asItIs(lab) : before;
            Snapshot snapshot = asked ? fitting(open, lab, options) : agreed;
            mustBe(agreed, snapshot);
            Restoring restoring = new Restoring(open, snapshot, options.checks(), lock);
            boolean onlyMachines = options.remake() || snapshot.inProvider();
            Optional<End> quick = onlyMachines ? Optional.empty() : restoring.inPlace();
            if (quick.filter(end -> !end.damaged()).isPresent()) {
                return quick.get().result();
            }
            Set<String> all = open.lab().madeMachines().stream().map(Machine::name)
                    .collect(Collectors.toSet());
            End first = restoring.machines(options.remake() ? all : Set.of());
            if (!first.damaged() || onlyMachines) {
                return first.result();
            }
            context.listener().message("The lab is not well after that: its machines are made again, and set back once "
                    + "more.");
            return restoring.machines(all).result();
        }
    }

    private Snapshot fitting(OpenLab open, NamedLab lab, ResetOptions options) {
        labs.needTrust(open);
        labs.checkLimits(open);
        Snapshot snapshot = new SnapshotStore(open.workspace()).find(options.snapshot(), lab.word());
        new SnapshotPlanner(labs.labContext(open)).mustFit(snapshot);
        return snapshot;
    }

    private static void mustBe(Snapshot agreed, Snapshot now) {
        if (!agreed.name().equals(now.name()) || !agreed.at().equals(now.at())) {
            throw LabException.invalid("not-confirmed", "Another snapshot was saved meanwhile: nothing was changed.",
                    "Run the same command again.");
        }
    }

    private final class Restoring {
        private final OpenLab open;
        private final Snapshot snapshot;
        private final boolean checks;
        private final LabLock lock;
        private final LabRestart restart;

        private Restoring(OpenLab open, Snapshot snapshot, boolean checks, LabLock lock) {
            this.open = open;
            this.snapshot = snapshot;
            this.checks = checks;
            this.lock = lock;
            this.restart = new LabRestart(context, Optional.of(snapshot));
        }

        private Optional<End> inPlace() {
            LabContext before = labs.labContext(open);
            LabReset reset = new LabReset(context, before, lock);
            try (EarlyProbes early = EarlyProbes.beside(ResetInPlace.LAST_STEP, context, before);
                 EarlyComparison comparison = reset.comparisonWith(snapshot)) {
                Optional<RunResult> result = reset.inPlace(snapshot, checks, early, comparison);
                if (result.isEmpty() || !result.get().green()) {
                    return result.map(End::failedBefore);
                }
                // A new context: the workspace has changed.
                End done = restart.inPlace(labs.labContext(open), lock, checks, early, comparison);
                if (done.damaged()) {
                    context.listener().message("That was not enough: whole machines are set back.");
                }
                return Optional.of(done);
            }
        }

        private End machines(Set<String> again) {
            LabContext before = labs.labContext(open);
            LabReset reset = new LabReset(context, before, lock);
            RunResult result = reset.to(snapshot, again);
            if (!result.green()) {
                return reset.hasBegun(result, snapshot) ? End.failed(result) : End.failedBefore(result);
            }
            // A new context: the workspace has changed.
            LabContext labContext = labs.labContext(open, before);
            return new SnapshotPlanner(labContext).keepsMemory() ? restart.withMemory(labContext, lock, checks)
                    : restart.of(labContext, lock, checks);
        }
    }

    public ObjectReset.Preview preview(NamedLab lab) {
        return soft(lab, (reset, interruptible) -> reset.preview());
    }

    /** @param agreed whether somebody agreed to all repairs before */
    public ObjectReset.Result soft(NamedLab lab, ObjectReset.Confirmation confirmation, boolean agreed) {
        return soft(lab, (reset, interruptible) -> reset.run(lines -> interruptible.notDuring(() ->
                confirmation.ask(lines)), agreed));
    }

    private <T> T soft(NamedLab lab, BiFunction<ObjectReset, Interruptible, T> work) {
        ClientTls.load();
        LabAccess access = LabAccess.of(lab, context);
        access.kubeconfig();
        OpenLab open = labs.openToBringUp(lab, OpenOptions.NONE, provider -> List.of());
        labs.needTrust(open);
        try (LabLock lock = LabLock.acquire(context.runFolder(open.workspace()), Clock.systemUTC());
             Interruptible interruptible = new Interruptible()) {
            access.mustStillBeUp(context);
            LabReset.mustBeOver(open.workspace(), lab.word(), "the next `up` would undo a soft reset.");
            return work.apply(new ObjectReset(context, labs.labContext(open), lock), interruptible);
        }
    }

    /** Turns Ctrl-C into a request to end. While a question is open, it ends the program. */
    private final class Interruptible implements AutoCloseable {
        private CancellableScope now = context.listener().cancellable();

        void notDuring(Runnable question) {
            now.close();
            try {
                question.run();
            } finally {
                now = context.listener().cancellable();
            }
        }

        @Override
        public void close() {
            now.close();
        }
    }
}
