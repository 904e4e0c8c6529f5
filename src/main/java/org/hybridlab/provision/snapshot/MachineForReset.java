package org.hybridlab.provision.snapshot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.MachineState.Kind;
import org.hybridlab.provision.context.BoxSource;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.machine.MachinePlanner;

/**
 * The machine exists, is of the snapshot's box, accepts commands and has all files of its images. Otherwise it is
 * recreated.
 */
final class MachineForReset implements Action {
    private static final Duration QUICK = Duration.ofSeconds(30);

    private final LabContext labContext;
    private final MachineDisk disk;
    private final Snapshot snapshot;
    private final Snapshot.SavedMachine saved;
    private final Machine machine;
    private final boolean again;

    /** @param again whether to recreate it in any case */
    MachineForReset(LabContext labContext, MachineDisk disk, Snapshot snapshot, Snapshot.SavedMachine saved,
                    boolean again) {
        this.labContext = labContext;
        this.disk = disk;
        this.snapshot = snapshot;
        this.saved = saved;
        this.machine = labContext.lab().machine(saved.machine()).orElseThrow();
        this.again = again;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public Duration longest() {
        return MachinePlanner.running(labContext, machine).longest().plus(Duration.ofMinutes(2))
                .plus(labContext.boxes().takesBox(machine) ? MachinePlanner.GETTING : Duration.ZERO);
    }

    /** Whether only recreating it helps. */
    static boolean isLost(MachineState state) {
        return state.isAbsent() || state.kind() == Kind.BROKEN;
    }

    @Override
    public void run(StepContext context) {
        labContext.forgetStates();
        MachineState state = labContext.states(context.cancellation()).of(machine);
        if (again || isLost(state)
                || SnapshotVerified.isOfOtherBox(snapshot, disk, machine.name(), context.cancellation())) {
            makeAgain(context);
        } else if (state.isResumable()) {
            labContext.created().power().resume(machine.name(), context::line, context.cancellation());
        } else if (state.kind() == Kind.STOPPED) {
            labContext.created().power().start(machine.name(), context::line, context.cancellation());
        }
        labContext.forgetStates();
        if (!takesCommands(context) || !hasItsImages(context)) {
            makeAgain(context);
            disk.run(machine.name(), "true", List.of(), List.of(), QUICK, context.cancellation());
        }
        labContext.forgetStates();
    }

    private boolean takesCommands(StepContext context) {
        try {
            disk.run(machine.name(), "true", List.of(), List.of(), QUICK, context.cancellation());
            return true;
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            context.line("%s takes no commands: %s".formatted(machine.name(), e.what()));
            return false;
        }
    }

    /** A snapshot has no images. A machine that lost some gets its box's again. */
    private boolean hasItsImages(StepContext context) {
        if (saved.images().isEmpty()) {
            return true;
        }
        Set<String> lost = new TreeSet<>(saved.images());
        try {
            SnapshotSaved.images(disk, machine.name(), context.cancellation()).forEach(lost::remove);
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            context.line("containerd's files on %s could not be listed: %s".formatted(machine.name(), e.what()));
            return false;
        }
        if (!lost.isEmpty()) {
            // A recreated machine has only its box's images. The box may be another than before.
            imagesOfBox(context).ifPresent(lost::retainAll);
        }
        if (!lost.isEmpty()) {
            context.line("containerd on %s lost %d files of images".formatted(machine.name(), lost.size()));
        }
        return lost.isEmpty();
    }

    /** Of the box it would be created from, or its last one if that is missing here; empty if unknown. */
    private Optional<List<String>> imagesOfBox(StepContext context) {
        BoxSource box = labContext.boxes().box();
        try {
            return Optional.of(SnapshotSaved.imagesOfBox(disk, machine.name(), labContext.boxes().takesBox(machine)
                    && box.exists(context.cancellation()) ? Optional.of(box.name()) : Optional.empty(),
                    context.cancellation()));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            context.line("Which images the box of %s has is not known, so it is to have all of the snapshot's: %s"
                    .formatted(machine.name(), e.what()));
            return Optional.empty();
        }
    }

    /** Destroys all that is on it; the snapshot's content is restored later. */
    void makeAgain(StepContext context) {
        context.line("Making %s again".formatted(machine.name()));
        if (labContext.boxes().takesBox(machine)) {
            // Without the box, the machine would be removed for good.
            BoxForReset.ensure(labContext, disk, snapshot, machine.name(), context);
        }
        labContext.provider().remove(labContext.id(), machine.name(), context.cancellation());
        labContext.forgetStates();
        labContext.provider().prepare(labContext.id(), labContext.lab(), context.cancellation());
        MachinePlanner.running(labContext, machine).run(context);
    }
}
