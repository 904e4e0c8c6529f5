package org.hybridlab.provision.snapshot;

import java.time.Duration;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;

/** Every file of the snapshot is as it was saved, so the reset may begin. */
final class SnapshotVerified implements Action {
    private final SnapshotStore store;
    private final Snapshot snapshot;
    private final String lab;

    /** @param lab what the user calls it */
    SnapshotVerified(SnapshotStore store, Snapshot snapshot, String lab) {
        this.lab = lab;
        this.store = store;
        this.snapshot = snapshot;
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
        store.verify(snapshot, lab);
    }
}
