package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.RunResult;
import org.hybridlab.provision.snapshot.ResetInPlace;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is known of a lab after its machines booted. These machines compare their files as the test has them: the real
 * script has a test of its own.
 */
class ResetAfterBootTest extends SavedLab {
    private static final Set<String> BOTH = Set.of("control", "node");

    private final FrozenContainers docker = new FrozenContainers("control", "node");

    @BeforeEach
    void aSnapshot() {
        open(WindowsLabs.onDocker(DUO, folder, docker));
        saved("first");
    }

    private void saved(String name) {
        assertThat(save(name).green()).isTrue();
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

        boolean equal = resetting(reset -> reset.recordRunningOn(snapshot("first"),
                reset.comparisonWith(snapshot("first")), true));
        assertThat(equal).isTrue();
        assertThat(arguments()).isEqualTo("sh 2.5  coredns 14 5");
    }

    /** What runs may be of the file as it was meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"/usr/lib/systemd/system/ssh.service", "/etc/ssh/sshd_config"})
    void fileSetBackByHand_isAnObstacle(String path) {
        up(BOTH, true);
        docker.machines.get("node").changed.add(path);

        assertThat(obstacle("first")).hasValueSatisfying(why -> assertThat(why).contains(path));
    }

    /** What a reset tells the script that stops the pods of the control plane. */
    private String arguments() {
        docker.revive();
        inPlace();
        String stop = docker.ran().stream().filter(line -> line.contains("systemctl stop kubelet")
                && line.contains("id-control")).findFirst().orElseThrow();
        return stop.substring(stop.lastIndexOf("sh "));
    }

    private void inPlace() {
        Optional<RunResult> result = resetting(reset -> reset.inPlace(snapshot("first"), false, event -> { },
                reset.comparisonWith(snapshot("first"))));
        assertThat(result).isPresent();
    }

    @Test
    void changedFile_isSetBack() {
        docker.machines.get("node").files.put("/etc/kubernetes/kubelet.conf", "another");
        up(BOTH, true);

        assertThat(obstacle("first")).isPresent();
    }

    @Test
    void machineLackingFiles_isSetBack() {
        docker.machines.get("node").files.remove("/etc/kubernetes/kubelet.conf");
        up(BOTH, true);

        assertThat(obstacle("first")).isPresent();
    }

    @Test
    void strangersFile_isSetBack() {
        docker.machines.get("node").files.put("/srv/data", "of somebody");
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
        return docker.ran().stream().filter(line -> line.contains("hybridlab-compare")).count();
    }

    @Test
    void otherMachine_mustRunAsBefore() {
        up(Set.of("node"), true);
        assertThat(obstacle("first")).isEmpty();

        docker.machines.get("control").runs.add("iptables-save -A FORWARD -j DROP");
        up(Set.of("node"), true);
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
        docker.machines.get("node").state = "paused";
        checked(true);
        docker.machines.get("node").state = "running";

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

        assertThat(docker.ran()).isEmpty();
    }

    @Test
    void lastState_isOfTheNewestNote() throws IOException {
        saved("second");
        Files.setLastModifiedTime(lab.workspace().folder().resolve("snapshots/second/running.json"),
                FileTime.from(Instant.now().minusSeconds(1)));
        restoredAndWell("first");
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
        if (well) {
            LabReset.recordStarted(context(), labContext());
        }
    }

    private Optional<String> obstacle(String name) {
        return new ResetInPlace(lab, snapshot(name)).obstacle(true, new Cancellation());
    }
}
