package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.power.PowerPlanner;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.windows.WindowsLabs;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.hybridlab.service.lifecycle.FrozenDomains.Domain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots and resets of two virtual machines, with their memory. */
class SnapshotsInLibvirtTest {
    private static final String LAB = "name: duo\nkubernetes: 1.36\nmachines: [{name: control, role: control-plane, "
            + "memory: 3000MiB}, {name: node}]\n";

    @TempDir
    private Path folder;
    private FrozenDomains libvirt;
    private LabContext lab;

    @BeforeEach
    void aWorkspace() {
        libvirt = new FrozenDomains(name -> labContext().id().machine(name), "control", "node");
        lab = WindowsLabs.onLibvirt(LAB, folder, libvirt);
        labContext().workspace().create();
    }

    @Test
    void save_freezesAllMachines_thenTheyRun() {
        save();

        assertThat(libvirt.torn).isEmpty();
        assertThat(libvirt.domains.values()).allMatch(domain -> domain.state().equals("running"));
        assertThat(libvirt.ran).noneMatch(words -> words.startsWith("vagrant halt"));
    }

    @Test
    void save_ofMachinesOff_leavesThemOff() {
        libvirt.all(domain -> new Domain("shut off", domain.memory(), domain.behind()));

        save();

        assertThat(libvirt.domains.values()).allMatch(domain -> domain.state().equals("shut off"));
    }

    @Test
    void reset_bringsMemoryBack_andSetsClocks() {
        save();
        libvirt.all(domain -> new Domain("running", "spoiled", Duration.ZERO));
        libvirt.ran.clear();

        assertThat(reset().green()).isTrue();

        assertThat(libvirt.domains.values()).containsOnly(new Domain("running", "first", Duration.ZERO));
        assertThat(libvirt.ran).noneMatch(words -> words.startsWith("vagrant halt") || words.startsWith("vagrant up"));
        assertThat(libvirt.ran.stream().filter(words -> words.contains("try-restart"))).hasSize(2);
    }

    @Test
    void reset_startsMachines_afterAllAreBack() {
        save();
        libvirt.ran.clear();

        reset();

        int lastRestored = libvirt.ran.lastIndexOf(libvirt.ran.stream().filter(words -> words.contains(
                "snapshot restore")).reduce((one, other) -> other).orElseThrow());
        assertThat(libvirt.ran.subList(0, lastRestored)).noneMatch(words -> words.startsWith("vagrant resume"));
    }

    private void save() {
        SnapshotPlanner planner = new SnapshotPlanner(labContext());
        assertThat(planner.keepsMemory()).isTrue();
        run(PowerPlanner.quiesce(labContext().created(), labContext().lab(), planner.keepsMemory(),
                new Cancellation()));
        assertThat(run(planner.save("first")).green()).isTrue();
        run(PowerPlanner.resume(labContext(), new Cancellation()));
    }

    private RunResult reset() {
        try (LabLock lock = lock()) {
            return new LabReset(context(), labContext(), lock).to(new SnapshotStore(labContext().workspace())
                    .find(Optional.of("first"), "duo"), Set.of());
        }
    }

    private RunResult run(Plan plan) {
        try (LabLock lock = lock()) {
            return new Engine(context().runFolder(labContext().workspace()), Settings.of(4, Map.of()),
                    Clock.systemUTC(), List.of()).run(plan, lock, new Cancellation());
        }
    }

    /** As a new process has it. */
    private LabContext labContext() {
        lab.forgetStates();
        return lab;
    }

    private LabLock lock() {
        return LabLock.acquire(context().runFolder(labContext().workspace()), Clock.systemUTC());
    }

    private ServiceContext context() {
        return new ServiceContext(Map.of(), folder, folder, UserFolders.of(Map.of(), folder), libvirt,
                new Cancellation(), false, ServiceListener.lines(line -> { }), null);
    }
}
