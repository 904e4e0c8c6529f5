package org.hybridlab.service.lifecycle;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.fake.FakeService;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.junit.jupiter.api.io.TempDir;

/** A lab with snapshots, on fake machines that the test chooses, and what commands do with its snapshots. */
abstract class SavedLab {
    static final String DUO = "name: duo\nkubernetes: 1.36\nmachines: [{name: control, role: control-plane, "
            + "memory: 3000MiB}, {name: node}]\n";
    static final String TRIO = "name: trio\nkubernetes: 1.36\nmachines: [{name: control, role: control-plane, "
            + "memory: 3000MiB}, {name: node1}, {name: node2}]\n";

    @TempDir
    Path folder;
    final List<String> heard = new CopyOnWriteArrayList<>();
    LabContext lab;

    void open(LabContext opened) {
        lab = opened;
        lab.workspace().create();
    }

    /** As a new process has it. */
    LabContext labContext() {
        lab.forgetStates();
        return lab;
    }

    WorkspaceState state() {
        return new WorkspaceState(lab.workspace());
    }

    SnapshotStore store() {
        return new SnapshotStore(lab.workspace());
    }

    Snapshot snapshot(String name) {
        return store().find(Optional.of(name), lab.lab().name());
    }

    RunResult run(Plan plan) {
        try (LabLock lock = lock()) {
            return new Engine(runFolder(), Settings.of(4, Map.of()), Clock.systemUTC(), List.of())
                    .run(plan, lock, new Cancellation());
        }
    }

    RunResult save(String name) {
        return run(new SnapshotPlanner(labContext()).save(name));
    }

    /** @param again machines that are made again */
    RunResult reset(String name, String... again) {
        return resetting(reset -> reset.to(snapshot(name), Set.of(again)));
    }

    Optional<RunResult> finishEarlier() {
        return resetting(LabReset::finishEarlier);
    }

    <T> T resetting(Function<LabReset, T> call) {
        try (LabLock lock = lock()) {
            return call.apply(new LabReset(context(), labContext(), lock));
        }
    }

    /** As checks that pass find it. */
    void restoredAndWell(String name) {
        resetting(reset -> {
            try (EarlyComparison comparison = reset.comparisonWith(snapshot(name))) {
                reset.recordRestored(snapshot(name), comparison, true);
            }
            return true;
        });
    }

    LabLock lock() {
        return LabLock.acquire(runFolder(), Clock.systemUTC());
    }

    private RunFolder runFolder() {
        return context().runFolder(lab.workspace());
    }

    ServiceContext context() {
        return FakeService.in(folder, lab.processes()).with(ServiceListener.lines(heard::add));
    }
}
