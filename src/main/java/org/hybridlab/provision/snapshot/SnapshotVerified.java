package org.hybridlab.provision.snapshot;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.context.LabContext;

/** All files of the snapshot are unchanged, and fit the boxes of their machines. */
final class SnapshotVerified implements Action {
    private final LabContext labContext;
    private final Snapshot snapshot;
    private final Set<String> recreatable;

    /** @param recreatable machines that are recreated if they are of another box */
    SnapshotVerified(LabContext labContext, Snapshot snapshot, Set<String> recreatable) {
        this.labContext = labContext;
        this.snapshot = snapshot;
        this.recreatable = recreatable;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public Duration longest() {
        return Duration.ofMinutes(2);
    }

    @Override
    public void run(StepContext context) {
        new SnapshotStore(labContext.workspace()).verify(snapshot, labContext.word());
        Map<String, MachineState> states = labContext.created().states(context.cancellation()).byName();
        List<String> staying = snapshot.boxes().keySet().stream().filter(machine -> !recreatable.contains(machine)
                && states.containsKey(machine) && !MachineForReset.isLost(states.get(machine))).toList();
        labContext.provider().disk(labContext.id()).ifPresent(disk -> Together.each(staying, machine ->
                mustBeOf(snapshot, machine, disk.box(machine, Optional.empty(), context.cancellation()), labContext)));
    }

    /** Whether the machine was made from another box than it had when the snapshot was taken. */
    static boolean isOfOtherBox(Snapshot snapshot, MachineDisk disk, String machine, Cancellation cancellation) {
        String saved = snapshot.boxes().get(machine);
        return saved != null && !saved.equals(disk.box(machine, Optional.empty(), cancellation));
    }

    /** @throws LabException {@code snapshot-of-other-box} (exit 1) */
    static void mustBeOf(Snapshot snapshot, String machine, String box, LabContext labContext) {
        String saved = snapshot.boxes().getOrDefault(machine, box);
        if (!saved.equals(box)) {
            throw LabException.labFailed("snapshot-of-other-box", "The snapshot '%s' is of another box than that of %s."
                    .formatted(snapshot.name(), machine),
                    new SnapshotStore(labContext.workspace()).unchanged() + "Set the lab back to a snapshot that was "
                            + "taken since: hybridlab snapshot list " + labContext.word())
                    .because("It has what differs from %s, and the box is %s now.".formatted(saved, box));
        }
    }
}
