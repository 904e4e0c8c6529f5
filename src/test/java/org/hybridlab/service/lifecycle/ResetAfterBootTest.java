package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provision.context.LabContext;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is known of a lab after its machines booted. These machines compare their files as the test has them: the real
 * script has a test of its own.
 */
class ResetAfterBootTest {
    private static final String LAB = "name: duo\nkubernetes: 1.36\nmachines: [{name: control, role: control-plane, "
            + "memory: 3000MiB}, {name: node1}]\n";
    private static final Set<String> BOTH = Set.of("control", "node1");

    @TempDir
    private Path folder;
    private final FrozenContainers docker = new FrozenContainers("control", "node1");
    private LabContext lab;

    @BeforeEach
    void aSnapshot() {
        lab = WindowsLabs.onDocker(LAB, folder, docker);
        lab.workspace().create();
        save("first");
    }

    private void save(String name) {
        try (LabLock lock = lock()) {
            assertThat(new Engine(context().runFolder(lab.workspace()), Settings.of(4, Map.of()), Clock.systemUTC(),
                    List.of()).run(new SnapshotPlanner(lab).save(name), lock, new Cancellation()).green()).isTrue();
        }
        docker.revive();
    }

    @Test
    void sameDisks_keepTheResetInPlace() {
        boot(BOTH);
        assertThat(obstacle("first")).isPresent();

        up(BOTH, true);
        assertThat(obstacle("first")).isEmpty();
    }

    /** Somebody may have changed them since the snapshot; what a reset itself has set back is noted again. */
    @Test
    void podsThatUpFound_doNotRunOn() {
        docker.machines.get("control").runs.add("process of a pod: coredns (14, started at 5)");
        up(BOTH, true);
        assertThat(arguments()).isEqualTo("sh  ");

        try (LabLock lock = lock()) {
            LabReset reset = new LabReset(context(), lab, lock);
            reset.noteInPlace(first(), reset.comparisonWith(first()), well -> false, () -> true, checked -> checked);
        }
        assertThat(arguments()).isEqualTo("sh 2.5  coredns 14 5");
    }

    /** What runs may be of the file as it was meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"/usr/lib/systemd/system/ssh.service", "/etc/ssh/sshd_config"})
    void fileSetBackByHand_isAnObstacle(String path) {
        up(BOTH, true);
        docker.machines.get("node1").changed.add(path);

        assertThat(obstacle("first")).hasValueSatisfying(why -> assertThat(why).contains(path));
    }

    /** What a reset tells the script that stops the pods of the control plane. */
    private String arguments() {
        docker.revive();
        inPlace();
        String stop = docker.ran.stream().filter(line -> line.contains("systemctl stop kubelet")
                && line.contains("id-control")).findFirst().orElseThrow();
        return stop.substring(stop.lastIndexOf("sh "));
    }

    private void inPlace() {
        try (LabLock lock = lock()) {
            LabReset reset = new LabReset(context(), lab, lock);
            assertThat(reset.inPlace(first(), false, event -> { }, reset.comparisonWith(first()))).isPresent();
        }
    }

    private Snapshot first() {
        return new SnapshotStore(lab.workspace()).find(Optional.of("first"), "duo");
    }

    @Test
    void changedFile_isSetBack() {
        docker.machines.get("node1").files.put("/etc/kubernetes/kubelet.conf", "another");
        up(BOTH, true);

        assertThat(obstacle("first")).isPresent();
    }

    @Test
    void machineLackingFiles_isSetBack() {
        docker.machines.get("node1").files.remove("/etc/kubernetes/kubelet.conf");
        up(BOTH, true);

        assertThat(obstacle("first")).isPresent();
    }

    @Test
    void strangersFile_isSetBack() {
        docker.machines.get("node1").files.put("/srv/data", "of somebody");
        up(BOTH, true);

        assertThat(obstacle("first")).isPresent();
    }

    @Test
    void disks_areComparedByTheNextReset() {
        up(BOTH, true);
        assertThat(comparisons()).isZero();

        assertThat(arguments()).isNotNull();
        assertThat(comparisons()).isEqualTo(2);
    }

    @Test
    void afterAReset_disksAreNotComparedBefore() {
        up(BOTH, true);
        inPlace();
        docker.revive();

        assertThat(obstacle("first")).isEmpty();
        assertThat(comparisons()).isZero();
    }

    @Test
    void note_thatLacksComparison_isNoNote() throws IOException {
        Path note = lab.workspace().folder().resolve("snapshots/first/running.json");
        String whole = Files.readString(note);
        assertThat(obstacle("first")).isEmpty();

        Files.writeString(note, whole.replace(",\"uncompared\":false", ""));
        docker.revive();

        assertThat(note).content().isNotEqualTo(whole);
        assertThat(obstacle("first")).isPresent();
    }

    private long comparisons() {
        return docker.ran.stream().filter(line -> line.contains("hybridlab-compare")).count();
    }

    @Test
    void otherMachine_mustRunAsBefore() {
        up(Set.of("node1"), true);
        assertThat(obstacle("first")).isEmpty();

        docker.machines.get("control").runs.add("iptables-save -A FORWARD -j DROP");
        up(Set.of("node1"), true);
        assertThat(obstacle("first")).isPresent();
    }

    @Test
    void machineThatSomebodyElseStarted_isSetBack() {
        boot(BOTH);
        lab.remembered().noteBoot("control");
        checked(true);

        assertThat(obstacle("first")).isPresent();
    }

    @Test
    void machineThatSaysNothing_isSetBack() {
        boot(BOTH);
        BOTH.forEach(lab.remembered()::noteBoot);
        docker.machines.get("node1").state = "paused";
        checked(true);
        docker.machines.get("node1").state = "running";

        assertThat(obstacle("first")).isPresent();
    }

    @Test
    void failedChecks_leaveNothingNoted() {
        up(BOTH, false);

        assertThat(obstacle("first")).isPresent();
    }

    @Test
    void withoutABoot_machinesAreAskedNothing() {
        up(Set.of(), true);

        assertThat(docker.ran).isEmpty();
    }

    @Test
    void lastState_isOfTheNewestNote() throws IOException {
        save("second");
        Files.setLastModifiedTime(lab.workspace().folder().resolve("snapshots/second/running.json"),
                FileTime.from(Instant.now().minusSeconds(1)));
        note(Optional.of(first()), true);
        up(BOTH, true);

        assertThat(obstacle("first")).isEmpty();
        assertThat(obstacle("second")).isPresent();
    }

    private void boot(Set<String> machines) {
        machines.forEach(machine -> docker.machines.get(machine).boots++);
    }

    private void up(Set<String> booted, boolean well) {
        boot(booted);
        booted.forEach(lab.remembered()::noteBoot);
        checked(well);
    }

    private void checked(boolean well) {
        docker.revive();
        lab.forgetStates();
        note(Optional.empty(), well);
    }

    private void note(Optional<Snapshot> setBackTo, boolean well) {
        try (LabLock lock = lock()) {
            LabReset reset = new LabReset(context(), lab, lock);
            if (setBackTo.isPresent()) {
                reset.noteBeside(setBackTo.get(), () -> well, checked -> checked);
            } else {
                reset.noteStarted(() -> well, checked -> checked);
            }
        }
    }

    private Optional<String> obstacle(String name) {
        return new ResetInPlace(lab, new SnapshotStore(lab.workspace()).find(Optional.of(name), "duo"))
                .obstacle(true, new Cancellation());
    }

    private LabLock lock() {
        return LabLock.acquire(context().runFolder(lab.workspace()), Clock.systemUTC());
    }

    private ServiceContext context() {
        return new ServiceContext(Map.of(), folder, folder, UserFolders.of(Map.of(), folder), docker,
                new Cancellation(), false, ServiceListener.lines(line -> { }), null);
    }
}
