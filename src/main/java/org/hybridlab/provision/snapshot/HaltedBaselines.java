package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.CreatedLab;

/**
 * Keeps {@link ResetInPlace} possible after {@code halt} and {@code up}. A machine on whose disk nothing had changed
 * when it was switched off is after its boot again as a reset of the whole machine would leave it. What cannot be told
 * for sure counts as changed: the next reset takes longer, and that is all.
 */
public final class HaltedBaselines {
    private final LabContext labContext;
    /** By the folders of their snapshots. */
    private final Map<Path, ResetBaseline> halted;

    private HaltedBaselines(LabContext labContext, Map<Path, ResetBaseline> halted) {
        this.labContext = labContext;
        this.halted = halted;
    }

    /** Looks at disks before machines are switched off; changes nothing of a lab that is off already. */
    public static void beforeHalt(CreatedLab created, Lab lab, Cancellation cancellation) {
        SnapshotStore store = new SnapshotStore(created.workspace());
        List<Path> snapshots = store.all().stream().map(one -> store.folder(one.name())).toList();
        Optional<MachineDisk> disk = created.provider().disk(created.id());
        if (snapshots.isEmpty() || disk.isEmpty() || lab.madeMachines().stream().noneMatch(machine ->
                created.states(cancellation).of(machine).isRunning())) {
            return;
        }
        for (Path snapshot : snapshots) {
            ResetBaseline.forgetHalted(snapshot);
            ResetBaseline.read(snapshot).flatMap(then -> unchanged(then, disk.get(), cancellation))
                    .ifPresent(now -> now.writeHalted(created.workspace(), snapshot));
        }
    }

    /** The same as of now; empty if anything changed on a disk, or a machine does not say. */
    private static Optional<ResetBaseline> unchanged(ResetBaseline then, MachineDisk disk, Cancellation cancellation) {
        Map<String, RunningState> now = new ConcurrentHashMap<>();
        try {
            Together.each(then.machines().keySet(), machine -> {
                RunningState state = then.machines().get(machine);
                String clock = RunningState.clock(disk, machine, cancellation);
                if (state.changedFiles(disk, machine, cancellation).isEmpty()) {
                    now.put(machine, state.since(clock));
                }
            });
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Optional.empty();
        }
        return Optional.of(new ResetBaseline(now)).filter(one -> one.machines().size() == then.machines().size());
    }

    /** Those of the last {@code halt}, which from now on only the caller knows. */
    public static HaltedBaselines take(LabContext labContext) {
        SnapshotStore store = new SnapshotStore(labContext.workspace());
        Map<Path, ResetBaseline> halted = new TreeMap<>();
        store.all().stream().map(one -> store.folder(one.name())).forEach(snapshot -> {
            ResetBaseline.readHalted(snapshot).ifPresent(one -> halted.put(snapshot, one));
            ResetBaseline.forgetHalted(snapshot);
        });
        return new HaltedBaselines(labContext, halted);
    }

    /** Whether every machine of the lab has booted since they were taken, so that they may be noted again. */
    public boolean mayCount() {
        return !halted.isEmpty() && machines().stream().allMatch(labContext.remembered()::hasStarted);
    }

    /** Notes how the machines run now that the lab is up again. */
    public void note(Consumer<String> lines, Cancellation cancellation) {
        labContext.provider().disk(labContext.id()).ifPresent(disk -> halted.forEach((snapshot, then) -> {
            if (unchangedBeforeBoot(then, disk, cancellation)) {
                ResetBaseline.note(labContext, disk, Map.of(), snapshot, lines, cancellation);
            }
        }));
    }

    /** They are of no use after all. */
    public void forget() {
        halted.keySet().forEach(ResetBaseline::forget);
    }

    private boolean unchangedBeforeBoot(ResetBaseline then, MachineDisk disk, Cancellation cancellation) {
        if (!then.machines().keySet().equals(machines().stream().collect(Collectors.toSet()))) {
            return false;
        }
        Map<String, Boolean> changed = new ConcurrentHashMap<>();
        try {
            Together.each(then.machines().keySet(), machine -> changed.put(machine, !then.machines().get(machine)
                    .changedBeforeBoot(disk, machine, cancellation).isEmpty()));
            return !changed.containsValue(true);
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return false;
        }
    }

    private List<String> machines() {
        return labContext.lab().madeMachines().stream().map(Machine::name).toList();
    }
}
