package org.hybridlab.service.lifecycle;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.windows.WindowsLabs;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;

/** A lab of three machines that are {@link FrozenContainers}, and its snapshots. */
final class TrioOnDocker {
    private static final String LAB = "name: trio\nkubernetes: 1.36\nmachines: [{name: control, role: control-plane, "
            + "memory: 3000MiB}, {name: node1}, {name: node2}]\n";

    final FrozenContainers docker = new FrozenContainers("control", "node1", "node2");
    final SnapshotStore store;
    private final Path folder;
    private final LabContext lab;

    TrioOnDocker(Path folder) {
        this.folder = folder;
        this.lab = WindowsLabs.onDocker(LAB, folder, docker);
        lab.workspace().create();
        this.store = new SnapshotStore(lab.workspace());
    }

    RunResult save(String name) {
        return run(new SnapshotPlanner(labContext()).save(name));
    }

    RunResult reset(String name) {
        try (LabLock lock = lock()) {
            return new LabReset(context(), labContext(), lock).to(store.find(Optional.of(name), "trio"), Set.of());
        }
    }

    RunResult run(Plan plan) {
        try (LabLock lock = lock()) {
            return new Engine(runFolder(), Settings.of(4, Map.of()), Clock.systemUTC(), List.of())
                    .run(plan, lock, new Cancellation());
        }
    }

    /** As a new process has it. */
    LabContext labContext() {
        lab.forgetStates();
        return lab;
    }

    LabLock lock() {
        return LabLock.acquire(runFolder(), Clock.systemUTC());
    }

    private RunFolder runFolder() {
        return context().runFolder(labContext().workspace());
    }

    ServiceContext context() {
        return new ServiceContext(Map.of(), folder, folder, UserFolders.of(Map.of(), folder), docker,
                new Cancellation(), false, ServiceListener.lines(line -> { }), null);
    }
}
