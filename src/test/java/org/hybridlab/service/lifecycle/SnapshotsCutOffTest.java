package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.destroy.DestroyPlanner;
import org.hybridlab.provision.power.PowerPlanner;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots and resets of a lab of three machines, cut off at every command that they run. */
class SnapshotsCutOffTest extends SavedLab {
    private final FrozenContainers docker = new FrozenContainers("control", "node1", "node2");

    @BeforeEach
    void aWorkspace() {
        open(WindowsLabs.onDocker(TRIO, folder, docker));
    }

    @Test
    void snapshot_ofFrozenMachines_leavesThemRunning() {
        assertThat(save("first").green()).isTrue();

        assertThat(store().all()).extracting(Snapshot::name).containsExactly("first");
        assertThat(docker.readWhileOthersRan).isEmpty();
        assertThat(docker.machines.values()).allMatch(one -> one.state.equals("running"));
    }

    @Test
    void suspend_ofMachinesThatAreOff_isRefused() {
        docker.machines.values().forEach(one -> one.state = "exited");
        labContext().forgetStates();

        assertThatThrownBy(() -> PowerPlanner.suspend(labContext().created(), "lab", new Cancellation()))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("machines-off"));

        docker.machines.get("node1").state = "running";
        assertThat(PowerPlanner.suspend(labContext().created(), "lab", new Cancellation()).steps()).extracting(Step::id)
                .containsExactly("machine-suspended/node1");
    }

    @Test
    void snapshot_cutOff_isNeverOffered() throws IOException {
        int whole = 0;
        Random random = new Random(17);
        for (int call = 1; call <= 50; call++) {
            String name = "save-" + call;
            docker.killAt(1 + random.nextInt(75));
            save(name);
            docker.revive();
            if (store().all().stream().anyMatch(one -> one.name().equals(name))) {
                whole++;
            }
            goOn();
            assertThat(docker.machines.values()).as("after %s", name).allMatch(one -> one.state.equals("running"));
            assertThat(save("after-" + call).green()).isTrue();
            assertThat(snapshotFolders()).as("after %s", name).noneMatch(one -> one.startsWith(".begun"));
            store().delete("after-" + call);
        }
        assertThat(docker.readWhileOthersRan).isEmpty();
        assertThat(whole).as("the last calls come after its end").isBetween(1, 49);
    }

    /** By the second Ctrl-C, again and again: nothing else would let the machines go on. */
    @Test
    void interruptedSave_leavesNoMachineFrozen() throws InterruptedException {
        AtomicReference<RuntimeException> failure = new AtomicReference<>();
        Thread saving = new Thread(() -> {
            try {
                new SnapshotPlanner(labContext()).save("first").steps().get(0).action().run(new QuietContext());
            } catch (RuntimeException e) {
                failure.set(e);
            }
        });
        docker.met = line -> {
            if (line.startsWith("docker cp") || line.startsWith("docker unpause")) {
                saving.interrupt();
            }
        };

        saving.start();
        saving.join();

        assertThat(failure.get()).isInstanceOfSatisfying(LabException.class, e -> assertThat(e.isInterruption())
                .isTrue());
        assertThat(docker.machines.values()).allMatch(one -> one.state.equals("running"));
        assertThat(store().all()).isEmpty();
    }

    @Test
    void machineThatStaysFrozen_isToldOnceMore() {
        docker.refuses("unpause id-node1", 2);

        assertThat(save("first").green()).isTrue();

        assertThat(docker.machines.values()).allMatch(one -> one.state.equals("running"));
        assertThat(LabMachines.frozen(labContext().created(), "trio")).isEmpty();
    }

    @Test
    void machineThatStaysFrozen_failsTheSave() {
        docker.refuses("unpause id-node1", 100);

        assertThat(save("first").failures()).singleElement().satisfies(step -> assertThat(step.failure())
                .hasValueSatisfying(failure -> {
                    assertThat(failure.id()).isEqualTo("machines-frozen");
                    assertThat(failure.what()).startsWith("node1 may still be frozen: docker failed: ");
                    assertThat(failure.advice()).isEqualTo("Run: hybridlab resume trio");
                }));

        assertThat(LabMachines.frozen(labContext().created(), "trio")).contains(
                "Machines that are still frozen: node1. Let them go on: hybridlab resume trio");
        assertThat(store().all()).isEmpty();
    }

    @Test
    void reset_restoresWhatWas_andRemovesNewer() {
        save("first");
        Map<String, Map<String, String>> then = docker.files();
        spoil();

        assertThat(reset("first").green()).isTrue();

        assertThat(docker.files()).isEqualTo(then);
        assertThat(docker.machines.values()).allMatch(one -> one.state.equals("running") && one.boots == 2);
    }

    /** Its find or unshare was deleted: docker compares its disk, and takes longer. */
    @Test
    void reset_withoutFileLists_restoresTheSame() {
        save("first");
        Map<String, Map<String, String>> then = docker.files();
        spoil();
        docker.lists = false;
        docker.revive();

        assertThat(reset("first").green()).isTrue();

        assertThat(docker.ran()).anyMatch(one -> one.startsWith("docker diff"));
        assertThat(docker.files()).isEqualTo(then);
    }

    @Test
    void reset_whereDockerKillsNothing_stopsMachines() {
        save("first");
        Map<String, Map<String, String>> then = docker.files();
        spoil();
        docker.kills = false;
        docker.revive();

        assertThat(reset("first").green()).isTrue();

        assertThat(docker.ran()).filteredOn(one -> one.startsWith("docker stop")).hasSize(3);
        assertThat(docker.files()).isEqualTo(then);
    }

    @Test
    void save_withFileLists_leavesDockerNoComparison() {
        save("first");

        assertThat(docker.ran()).noneMatch(one -> one.startsWith("docker diff"));
    }

    @Test
    void noMachineBootsBeforeAllAreSetBack() {
        save("first");
        docker.revive();

        reset("first");

        List<String> words = docker.ran();
        int lastUnpacked = words.lastIndexOf(words.stream().filter(one -> one.contains("tar -x"))
                .reduce((one, other) -> other).orElseThrow());
        assertThat(words.subList(0, lastUnpacked)).noneMatch(one -> one.startsWith("docker start"));
    }

    /** It would be frozen with none of the others, and be missing in the snapshot. */
    @ParameterizedTest
    @ValueSource(strings = {"running", "exited"})
    void save_besideUnnamedMachine_isRefused_first(String state) {
        docker.machines.put("control2", new FrozenMachine());
        docker.machines.get("control2").state = state;

        assertThat(save("first").failures()).singleElement().satisfies(step -> assertThat(step.failure())
                .hasValueSatisfying(failure -> {
                    assertThat(failure.id()).isEqualTo("snapshot-of-other-machines");
                    assertThat(failure.what()).isEqualTo("control2 is there, and the lab file does not name it; a "
                            + "snapshot is of all machines.");
                    assertThat(failure.advice()).isEqualTo("Run `hybridlab up trio` first: it takes such machines out "
                            + "of the cluster and destroys them. Or put them back into the lab file.");
                }));
        assertThat(docker.ran()).noneMatch(line -> line.startsWith("docker pause"));
        assertThat(store().all()).isEmpty();
    }

    /** As its own snapshot says: without a name, the newest is taken. */
    @Test
    void silentContainerd_leadsToTheSameSnapshot() {
        save("first");
        docker.containerd = false;

        assertThat(reset("first").failures()).isNotEmpty().allSatisfy(step -> assertThat(step.failure())
                .hasValueSatisfying(failure -> {
                    assertThat(failure.id()).isEqualTo("containerd-silent");
                    assertThat(failure.advice()).endsWith("hybridlab reset trio first --remake");
                }));
    }

    @Test
    void reset_cutOff_isEndedByNextUp() {
        save("first");
        Map<String, Map<String, String>> then = docker.files();
        int ended = 0;
        Random random = new Random(19);
        for (int call = 1; call <= 50; call++) {
            spoil();
            docker.killAt(1 + random.nextInt(70));
            try {
                reset("first");
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
            assertThat(state().resetTo()).isEmpty();
            goOn();
            assertThat(docker.machines.values()).as("call %d", call).allMatch(one -> one.state.equals("running"));
        }
        assertThat(ended).isGreaterThan(20);
    }

    @Test
    void reset_withoutItsSnapshot_saysWhatNext() {
        save("first");
        state().beginReset("first");
        store().delete("first");

        assertThat(failure(this::finishEarlier).id()).isEqualTo("reset-not-ended");
    }

    @Test
    void damagedSnapshot_isRefused_beforeAnything() throws IOException {
        save("first");
        Files.writeString(folder.resolve("w/snapshots/first/node1-00.tar"), "damaged");
        Map<String, Map<String, String>> before = docker.files();

        RunResult result = reset("first");

        assertThat(result.failures()).singleElement().satisfies(step -> assertThat(step.failure())
                .hasValueSatisfying(failure -> {
                    assertThat(failure.id()).isEqualTo("snapshot-damaged");
                    assertThat(failure.advice()).contains("hybridlab destroy trio, then hybridlab up trio");
                }));
        assertThat(docker.files()).isEqualTo(before);
        assertThat(state().resetTo()).isEmpty();
    }

    @Test
    void destroy_cutOff_isEndedByTheNext() {
        Random random = new Random(23);
        int left = 0;
        for (int seed = 0; seed < 50; seed++) {
            docker.makeAgain("control", "node1", "node2");
            docker.killAt(1 + random.nextInt(24));
            destroy();
            left += docker.isEmpty() ? 0 : 1;
            docker.revive();

            assertThat(destroy().failures()).as("seed %d", seed).isEmpty();
            assertThat(docker.isEmpty()).as("seed %d", seed).isTrue();
        }
        assertThat(left).isGreaterThan(20);
    }

    private RunResult destroy() {
        return run(DestroyPlanner.plan(labContext().created(), Set.of("control", "node1", "node2"), true, Set.of()));
    }

    @Test
    void halt_resumesFrozen_andEndsControlPlanesLast() {
        docker.machines.get("node1").state = "paused";

        RunResult result = run(PowerPlanner.halt(labContext().created(), PowerPlanner.of(labContext().lab()),
                new Cancellation()));

        assertThat(result.green()).isTrue();
        assertThat(docker.machines.values()).allMatch(one -> one.state.equals("exited"));
        List<String> stops = docker.ran().stream().filter(one -> one.startsWith("docker stop")).toList();
        assertThat(stops).hasSize(3);
        assertThat(stops.get(2)).endsWith("id-control");
    }

    private void spoil() {
        docker.machines.values().forEach(one -> {
            one.files.put("/srv/strange/file", "since then");
            one.files.remove("/etc/kubernetes/kubelet.conf");
            one.files.put("/var/lib/kubelet/config.yaml", "spoiled");
        });
    }

    /** What the first steps of `up` do with machines that are frozen or off. */
    private void goOn() {
        LabContext labContext = labContext();
        run(PowerPlanner.resume(labContext, new Cancellation()));
        labContext.created().states(new Cancellation()).byName().keySet()
                .forEach(machine -> labContext.created().power().start(machine, line -> { }, new Cancellation()));
    }

    private List<String> snapshotFolders() throws IOException {
        try (var files = Files.list(folder.resolve("w/snapshots"))) {
            return files.map(one -> one.getFileName().toString()).toList();
        }
    }
}
