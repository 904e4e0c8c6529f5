package org.hybridlab.provision.snapshot;

import java.time.Duration;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;

/** Later calls know of the reset until it ends. There is no way back from here. */
final class ResetNoted implements Action {
    private final SnapshotStore store;
    private final Snapshot snapshot;

    ResetNoted(SnapshotStore store, Snapshot snapshot) {
        this.store = store;
        this.snapshot = snapshot;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public Duration longest() {
        return Duration.ofMinutes(1);
    }

    @Override
    public void run(StepContext context) {
        store.resetBegins(snapshot.name());
    }
}
