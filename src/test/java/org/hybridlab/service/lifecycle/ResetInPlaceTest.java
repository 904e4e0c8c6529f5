package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Resets that leave the machines running, with machines that say how they run. They have no pods, no etcd and no packet
 * filter: what the scripts do in real machines is seen in real labs.
 */
class ResetInPlaceTest extends SavedLab {

    private final FrozenContainers docker = new FrozenContainers("control", "node1", "node2");

    @BeforeEach
    void aSnapshot() {
        open(WindowsLabs.onDocker(TRIO, folder, docker));
        saved("first");
        docker.revive();
    }

    private void saved(String name) {
        assertThat(save(name).green()).isTrue();
    }

    @Test
    void unchangedMachines_keepRunning() {
        docker.machines.get("node1").files.put("/var/lib/kubelet/pods/later", "a pod");

        assertThat(inPlace().orElseThrow().green()).isTrue();

        assertThat(docker.machines.values()).allMatch(one -> one.boots == 1 && one.kubelet == 2);
        assertThat(docker.machines.get("node1").files).doesNotContainKey("/var/lib/kubelet/pods/later");
        assertThat(state().resetTo()).isEmpty();
    }

    /** Whether they may, only the machine can tell. */
    @Test
    void podsOfTheSnapshot_mayRunOn() {
        docker.machines.get("node1").runs.add("process of a pod: coredns (14, started at 5)");
        docker.machines.get("node2").runs.add("process of a pod: coredns (15, started at 6)");
        saved("second");
        docker.machines.get("node2").runs.set(1, "process of a pod: coredns (99, started at 60)");
        docker.commands.clear();

        assertThat(inPlace("second").orElseThrow().green()).isTrue();
        assertThat(docker.ran()).filteredOn(line -> line.contains("systemctl stop kubelet"))
                .filteredOn(line -> line.endsWith(" sh 2.5  coredns 14 5")).hasSize(1);
        assertThat(docker.ran()).filteredOn(line -> line.contains("systemctl stop kubelet"))
                .filteredOn(line -> line.endsWith(" sh 2.5 ")).hasSize(2);

        docker.commands.clear();
        checked("second");
        assertThat(docker.ran()).as("no pod said that it ran on").anyMatch(line -> line.contains("iptables-save"));
        docker.commands.clear();
        inPlace("second");
        assertThat(docker.ran()).filteredOn(line -> line.endsWith(" sh 2.5  coredns 99 60")).hasSize(1);
    }

    /** A controller that sees an owner come back remembers that it was gone. */
    @Test
    void keys_areSetBack_whileNoControllerRuns() {
        inPlace();

        List<String> scripts = docker.ran().stream().filter(one -> one.startsWith("docker exec")).toList();
        int keys = scripts.indexOf(scripts.stream().filter(one -> one.contains("--slurpfile saved")).findFirst()
                .orElseThrow());
        assertThat(scripts.subList(0, keys)).filteredOn(one -> one.contains("systemctl stop kubelet")).hasSize(3);
        assertThat(scripts.subList(keys, scripts.size())).filteredOn(one -> one.contains("systemctl start")).hasSize(3);
    }

    @Test
    void changedMachine_isNamed_andNothingDone() {
        Map<String, Runnable> changes = Map.of(
                "no longer: process sshd", () -> docker.machines.get("node2").runs.clear(),
                "new: iptables-save -A FORWARD -j DROP", () -> docker.machines.get("node2").runs.add(
                        "iptables-save -A FORWARD -j DROP"),
                "/etc/kubernetes/kubelet.conf", () -> docker.machines.get("node2").changed.add(
                        "/etc/kubernetes/kubelet.conf"),
                "its clock was set back", () -> docker.machines.get("node2").booted = 900,
                "it does not run", () -> docker.machines.get("node2").state = "exited");
        changes.forEach((reason, change) -> {
            docker.machines.get("node2").runs.clear();
            docker.machines.get("node2").runs.add("process sshd");
            docker.machines.get("node2").changed.clear();
            docker.machines.get("node2").state = "running";
            docker.machines.get("node2").booted = 1000;
            change.run();
            docker.revive();
            heard.clear();

            assertThat(inPlace()).as(reason).isEmpty();
            assertThat(heard).containsExactly("Whole machines are set back: node2 has changed (%s)."
                    .formatted(reason));
            assertThat(docker.ran()).as(reason).noneMatch(one -> one.contains("systemctl stop"));
        });
    }

    /** It looks at machines once, before: how they run is known from what it started. */
    @Test
    void reset_afterAnother_isInPlaceAgain() {
        inPlace();
        docker.commands.clear();
        checked();
        assertThat(docker.ran()).noneMatch(one -> one.contains("iptables-save"));

        assertThat(inPlace()).isPresent();
        assertThat(inPlace()).as("without checks between").isPresent();
    }

    @Test
    void serviceStartedBySomebody_isSetBackWhole() {
        inPlace();
        docker.machines.get("node1").kubelet++;
        checked();

        assertThat(inPlace()).isEmpty();
    }

    /** Who does not say what was started is looked at once more. */
    @Test
    void silentStart_isLookedAtAfterwards() {
        docker.tellsStarts = false;
        inPlace();
        assertThat(inPlace()).isEmpty();

        docker.commands.clear();
        checked();
        assertThat(docker.ran()).anyMatch(one -> one.contains("iptables-save"));
        assertThat(inPlace()).isPresent();
    }

    /** Nothing is stopped for what cannot be read. */
    @Test
    void unreadableKeys_areSetBackWhole() throws IOException {
        Files.delete(keys());
        docker.readsKeys = false;

        assertThat(inPlace()).isEmpty();

        assertThat(heard).singleElement().asString().startsWith("Whole machines are set back: control has changed "
                + "(the saved keys of etcd cannot be read there: ");
        assertThat(docker.ran()).noneMatch(one -> one.contains("systemctl stop"));
    }

    /** What of it is lost, whole machines would lack as well. */
    @Test
    void damagedSnapshot_endsTheReset() throws IOException {
        Files.writeString(lab.workspace().folder().resolve("snapshots/first/node1-00.tar"), "damaged");

        RunResult result = inPlace().orElseThrow();

        assertThat(result.failures()).singleElement().satisfies(step -> assertThat(step.failure().orElseThrow().id())
                .isEqualTo("snapshot-damaged"));
        assertThat(heard).noneMatch(line -> line.startsWith("Whole machines are set back"));
        assertThat(docker.ran()).noneMatch(one -> one.contains("systemctl stop"));
    }

    /** They are etcd's own words, and only whole ones count. */
    @Test
    void keys_areReadOnce_unlessDamaged() throws IOException {
        inPlace();
        assertThat(docker.ran()).noneMatch(one -> one.contains("--force-new-cluster"));

        Path known = keys();
        String whole = Files.readString(known);
        Files.writeString(known, whole.substring(1));
        docker.commands.clear();
        assertThat(inPlace()).isPresent();
        assertThat(docker.ran()).filteredOn(one -> one.contains("--force-new-cluster")).hasSize(1);
        assertThat(known).as("the sum in its name fits again").hasContent(whole);
    }

    private Path keys() throws IOException {
        try (Stream<Path> files = Files.list(lab.workspace().folder().resolve("snapshots/first"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("etcd-keys-")).findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void bootedMachines_areSetBackWhole() {
        docker.machines.get("control").boots++;

        assertThat(inPlace()).isEmpty();
    }

    @Test
    void machineWithoutList_isSetBackWhole() {
        docker.lists = false;

        assertThat(inPlace()).isEmpty();
    }

    @Test
    void cutOff_isEndedWithWholeMachines() {
        Map<String, Map<String, String>> then = docker.files();
        Random random = new Random(29);
        int ended = 0;
        for (int call = 1; call <= 50; call++) {
            docker.machines.values().forEach(one -> one.files.put("/var/lib/kubelet/config.yaml", "later"));
            docker.killAt(1 + random.nextInt(24));
            try {
                resetting(reset -> reset.inPlace(snapshot("first"), true, event -> { },
                        reset.comparisonWith(snapshot("first"))));
            } catch (IllegalStateException e) {
                assertThat(e).hasCauseInstanceOf(FrozenContainers.Killed.class);
            } catch (FrozenContainers.Killed e) {
                assertThat(state().resetTo()).as("before its first step").isEmpty();
            }
            docker.revive();

            boolean begun = state().resetTo().isPresent();
            assertThat(finishEarlier()).as("call %d", call).isEmpty();
            if (begun) {
                ended++;
                assertThat(docker.files()).as("call %d", call).isEqualTo(then);
            }
            restoredAndWell("first");
            assertThat(state().resetTo()).isEmpty();
        }
        assertThat(ended).isGreaterThan(10);
    }

    /** As a pod does that counts its starts on its machine's disk. */
    @Test
    void fileThatPodsChanged_isSetBackWhole() {
        inPlace();
        docker.machines.get("node1").files.put("/etc/kubernetes/kubelet.conf", "changed by a pod");
        checked();

        assertThat(inPlace()).isEmpty();
    }

    /** Its machine's clock went back, so that it looks older than the snapshot. */
    @Test
    void changeThatNobodySaw_failsTheReset() {
        docker.machines.get("node1").files.put("/etc/kubernetes/kubelet.conf", "changed by somebody");
        inPlace();

        assertThat(checked()).isFalse();
        assertThat(heard).filteredOn(line -> line.startsWith("It is not certain that all disks are as the snapshot "
                + "has them (node1: ")).hasSize(1);
        // Of machines that were set back, pods may have changed it.
        heard.clear();
        restoredAndWell("first");
        assertThat(heard).isEmpty();
    }

    /** As flannel's pod writes its settings again while the checks wait for it. */
    @Test
    void fileOfStartingPod_isNoChange() {
        Map<String, String> files = docker.machines.get("node1").files;
        String whole = files.get("/etc/kubernetes/kubelet.conf");
        inPlace();
        files.put("/etc/kubernetes/kubelet.conf", "half of it");
        AtomicInteger comparisons = new AtomicInteger();
        docker.met = line -> {
            if (line.contains("hybridlab-compare") && comparisons.incrementAndGet() > 3) {
                files.put("/etc/kubernetes/kubelet.conf", whole);
            }
        };

        assertThat(checked()).isTrue();

        assertThat(comparisons).hasValue(6);
        assertThat(heard).noneMatch(line -> line.startsWith("It is not certain"));
        assertThat(inPlace()).isPresent();
    }

    /** Pods need seconds to start, in which the host has less to do than beside the checks. */
    @Test
    void disks_areComparedOnce_whileLastStepWaits() {
        LabRecord.complete(lab);
        saved("second");
        docker.revive();
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        docker.met = line -> Stream.of("systemctl start kubelet", "hybridlab-compare").filter(line::contains)
                .forEach(order::add);
        try (LabLock lock = lock()) {
            LabReset reset = new LabReset(context(), labContext(), lock);
            EarlyComparison comparison = reset.comparisonWith(snapshot("second"));
            reset.inPlace(snapshot("second"), true, event -> { }, comparison);
            comparison.close();
            assertThat(order.subList(0, 3)).as("before").containsOnly("systemctl start kubelet");
            assertThat(order).hasSize(6);

            assertThat(reset.recordRunningOn(snapshot("second"), comparison, true)).isTrue();
            assertThat(order).as("no second time").hasSize(6);

            reset.inPlace(snapshot("second"), false, event -> { }, reset.comparisonWith(snapshot("second")));
            assertThat(order).as("without checks").hasSize(9);
        }
    }

    /** The kernel rounds, and a machine whose clock was put right has not gone back. */
    @Test
    void clockThatWentOn_isNoObstacle() {
        for (long booted : List.of(999L, 998L, 5000L)) {
            docker.machines.get("node2").booted = booted;

            assertThat(inPlace()).as("%d", booted).isPresent();
        }
    }

    @Test
    void unchangedDisks_areWell() {
        inPlace();

        assertThat(checked()).isTrue();
    }

    /** The checks after a reset, which pass. */
    private boolean checked() {
        return checked("first");
    }

    private boolean checked(String name) {
        return resetting(reset -> reset.recordRunningOn(snapshot(name), reset.comparisonWith(snapshot(name)), true));
    }

    private Optional<RunResult> inPlace() {
        return inPlace("first");
    }

    private Optional<RunResult> inPlace(String name) {
        return resetting(reset -> {
            try (EarlyComparison comparison = reset.comparisonWith(snapshot(name))) {
                return reset.inPlace(snapshot(name), true, event -> { }, comparison);
            }
        });
    }
}
