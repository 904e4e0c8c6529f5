package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.snapshot.HaltedBaselines;
import org.hybridlab.provision.snapshot.ResetInPlace;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.windows.WindowsLabs;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is known of a lab's machines across a halt, with machines that say themselves which files changed: whether real
 * ones find them is seen in real labs.
 */
class HaltedBaselinesTest {
    private static final String LAB = "name: duo\nkubernetes: 1.36\nmachines: [{name: control, role: control-plane, "
            + "memory: 3000MiB}, {name: node1}]\n";

    @TempDir
    private Path folder;
    private final FrozenContainers docker = new FrozenContainers("control", "node1");
    private LabContext lab;
    private Snapshot snapshot;

    @BeforeEach
    void aSnapshot() {
        lab = WindowsLabs.onDocker(LAB, folder, docker);
        lab.workspace().create();
        try (LabLock lock = lock()) {
            assertThat(new Engine(context().runFolder(lab.workspace()), Settings.of(4, Map.of()), Clock.systemUTC(),
                    List.of()).run(new SnapshotPlanner(lab).save("first"), lock, new Cancellation()).green()).isTrue();
        }
        docker.revive();
        snapshot = new SnapshotStore(lab.workspace()).find(Optional.of("first"), "duo");
    }

    @Test
    void reset_afterHaltOfUnchangedMachines_isInPlace() {
        halt();
        up("control", "node1");

        assertThat(obstacle()).isEmpty();
    }

    @Test
    void fileChangedBeforeTheHalt_isSetBack() {
        docker.machines.get("node1").changed.add("/etc/hosts.deny");
        halt();
        // The boot wrote to the same folder: nothing tells any more.
        docker.machines.get("node1").changed.clear();
        up("control", "node1");

        assertThat(obstacle()).isPresent();
    }

    @Test
    void fileChangedSinceTheHalt_isSetBack() {
        halt();
        docker.machines.get("node1").changedWhileOff.add("/etc/hosts.deny");
        up("control", "node1");

        assertThat(obstacle()).isPresent();
    }

    @Test
    void machineThatSaysNothing_countsAsChanged() {
        docker.machines.get("node1").state = "paused";
        halt();
        up("control", "node1");

        assertThat(obstacle()).isPresent();
    }

    @Test
    void machineThatSomebodyElseStarted_countsAsChanged() {
        halt();
        up("control");

        assertThat(obstacle()).isPresent();
    }

    @Test
    void upThatWasCutOff_leavesNothingToTheNext() {
        halt();
        HaltedBaselines.take(lab);
        up("control", "node1");

        assertThat(obstacle()).isPresent();
    }

    @Test
    void failedChecks_leaveNothingNoted() {
        halt();
        up(false, "control", "node1");

        assertThat(obstacle()).isPresent();
    }

    @Test
    void secondHalt_ofLabThatIsOff_keepsWhatIsKnown() {
        halt();
        halt();
        up("control", "node1");

        assertThat(obstacle()).isEmpty();
    }

    private void halt() {
        HaltedBaselines.beforeHalt(lab.created(), lab.lab(), new Cancellation());
        docker.machines.values().forEach(one -> one.state = "exited");
    }

    private void up(String... started) {
        up(true, started);
    }

    private void up(boolean well, String... started) {
        HaltedBaselines halted = HaltedBaselines.take(lab);
        docker.machines.values().forEach(one -> {
            one.state = "running";
            one.boots++;
        });
        List.of(started).forEach(lab.remembered()::noteBoot);
        lab.forgetStates();
        try (LabLock lock = lock()) {
            new LabReset(context(), lab, lock).noteBeside(halted, () -> well, checked -> checked);
        }
    }

    private Optional<String> obstacle() {
        return new ResetInPlace(lab, snapshot).obstacle(new Cancellation());
    }

    private LabLock lock() {
        return LabLock.acquire(context().runFolder(lab.workspace()), Clock.systemUTC());
    }

    private ServiceContext context() {
        return new ServiceContext(Map.of(), folder, folder, UserFolders.of(Map.of(), folder), docker,
                new Cancellation(), false, ServiceListener.lines(line -> { }), null);
    }
}
