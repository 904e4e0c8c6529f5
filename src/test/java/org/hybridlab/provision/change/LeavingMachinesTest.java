package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.Destruction;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.fake.FakeApi.Fault;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.change.Refusals.LooksAt;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.destroy.DestroyPlanner;
import org.hybridlab.provision.destroy.LeavingNode;
import org.hybridlab.provision.destroy.NodeDrained;
import org.hybridlab.provision.destroy.NodeLeft;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Machines that left the lab file leave the cluster and the host, and nothing else does. */
@ExtendWith(GoldenPlans.class)
class LeavingMachinesTest {
    private static final String THREE = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node, count: 2}]
            """;
    private static final String TWO = THREE.replace("{name: node, count: 2}", "{name: node1}");
    private static final String HIGHLY_AVAILABLE = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane, count: 3}, {name: node}]
            network: {machines: 192.168.57.0/24}
            """;
    private static final Predicate<String> LEAVING =
            Pattern.compile("(node-drained|etcd-member-left|machine-gone|node-left)/.*").asMatchPredicate();

    @TempDir
    private Path folder;
    private static final String APART = """
            name: lab
            kubernetes: 1.36
            machines:
              - {name: one, role: control-plane, address: 192.168.57.11}
              - {name: two, role: control-plane, address: 192.168.57.12}
              - {name: three, role: control-plane, address: 192.168.57.13}
              - {name: store1, role: etcd, address: 192.168.57.10}
              - {name: store2, role: etcd, address: 192.168.57.20}
              - {name: store3, role: etcd, address: 192.168.57.21}
              - {name: node, address: 192.168.57.30}
            network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}
            """;

    private static String withOneControlPlane(LabContext up) {
        return HIGHLY_AVAILABLE.replace("{name: control, role: control-plane, count: 3}",
                "{name: control1, role: control-plane}").replace("57.0/24", "57.0/24, virtualAddress: "
                + up.lab().apiAddress());
    }

    @Test
    void aWorkerIsDrainedThenDestroyedThenForgotten() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        lab.world.pods.put("web-1", "node2");
        lab.world.pods.put("web-2", "node1");
        LabContext labContext = lab.labContext(TWO);

        RunResult result = lab.run(lab.plan(labContext, LEAVING), Agreement.ALL);

        assertThat(result.green()).isTrue();
        assertThat(lab.world.told("merge", "evict", "destroy", "delete")).map(line -> line.split(" ")[0])
                .containsSubsequence("merge", "evict", "destroy", "delete").hasSizeBetween(4, 5);
        assertThat(lab.world.machines).containsOnlyKeys("control", "node1");
        assertThat(lab.world.nodes).containsOnlyKeys("control", "node1");
        assertThat(lab.world.pods).hasSize(2).doesNotContainValue("node2");
        assertThat(labContext.workspace().vagrantData().resolve("machines/node2")).doesNotExist();
        assertThat(labContext.workspace().sshMachines()).containsExactly("control", "node1");
        assertThat(labContext.lab().machine("node1").orElseThrow().address())
                .isEqualTo(lab.labContext(THREE).lab().machine("node1").orElseThrow().address());
    }

    /** The cluster takes some 50 s to notice, in which no pod that is asked to go ends. */
    @Test
    void workerThatIsOff_isNotDrainedFirst() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        lab.world.pods.put("web-1", "node2");
        lab.world.off.add("node2");

        RunResult result = lab.run(lab.plan(lab.labContext(TWO), LEAVING), Agreement.ALL);

        assertThat(result.green()).isTrue();
        assertThat(lab.world.told("evict")).isEmpty();
        assertThat(lab.world.machines).containsOnlyKeys("control", "node1");
        assertThat(lab.world.nodes).containsOnlyKeys("control", "node1");
        assertThat(lab.world.pods).isEmpty();
    }

    @Test
    void frozenWorker_isNotDrainedFirst() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        lab.world.pods.put("web-1", "node2");
        lab.world.frozen.add("node2");

        assertThat(lab.run(lab.plan(lab.labContext(TWO), LEAVING), Agreement.ALL).failures()).isEmpty();
        assertThat(lab.world.told("evict")).isEmpty();
        assertThat(lab.world.machines).containsOnlyKeys("control", "node1");
    }

    /** `up` would start one of three, which cannot let the others go. */
    @Test
    void membersThatAreOff_doNotLeave() {
        ChangingLab lab = new ChangingLab(folder, HIGHLY_AVAILABLE);
        LabContext labContext = lab.labContext(withOneControlPlane(lab.labContext(HIGHLY_AVAILABLE)));
        ChangingLab.check(labContext, LooksAt.MACHINES);
        lab.world.off.addAll(Set.of("control1", "control2", "control3"));

        labContext.workspace().remove("kubeconfig");
        LabException e = failure(() -> ChangingLab.check(labContext, LooksAt.MACHINES));
        assertThat(e.id()).isEqualTo("change-refused");
        assertThat(e.what()).contains("control2, control3");
        lab.world.off.remove("control2");
        ChangingLab.check(labContext, LooksAt.MACHINES);

        // Cut off when both had left etcd.
        lab.world.off.add("control2");
        List.of("control2", "control3").forEach(new WorkspaceState(labContext.workspace())::beginRecreating);
        ChangingLab.check(labContext, LooksAt.MACHINES);
    }

    /** A kubelet that misses one report ends pods all the same, a moment later. */
    @Test
    void nodeNotReady_forAMoment_isDrained() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        lab.world.pods.put("web-1", "node2");
        lab.world.nodes.get("node2").ready = false;
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> lab.world.nodes.get("node2").ready = true);

        assertThat(lab.run(lab.plan(lab.labContext(TWO), LEAVING), Agreement.ALL).failures()).isEmpty();
        assertThat(lab.world.told("evict web-1")).isNotEmpty();
        assertThat(lab.world.pods).hasSize(1).doesNotContainKey("web-1").doesNotContainValue("node2");
    }

    @Test
    void nodeNotReady_forLong_leavesAfterEvictions() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        lab.world.pods.put("web-1", "node2");
        lab.world.nodes.get("node2").ready = false;

        assertThat(lab.run(lab.plan(lab.quick(TWO), LEAVING), Agreement.ALL).failures()).isEmpty();
        assertThat(lab.world.told("evict web-1")).isNotEmpty();
        assertThat(lab.world.machines).doesNotContainKey("node2");
    }

    /** Its node would stay there for good: the machine is gone, and no later run looks for it. */
    @Test
    void silentCluster_ofOthers_isNotEmpty() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        lab.world.fail(Fault.UNREACHABLE);
        CreatedLab created = lab.labContext(THREE).created();
        LeavingNode leaving = new LeavingNode(created, "node2", false);

        assertThat(failure(() -> new NodeLeft(leaving).run(new QuietContext())).id()).isEqualTo("api-unreachable");
        assertThatThrownBy(() -> new NodeDrained(leaving).run(new QuietContext())).isInstanceOf(LabException.class);
        // A lab that goes as a whole does not stay for that.
        assertThatCode(() -> new NodeLeft(new LeavingNode(created, "node2", false, false)).run(new QuietContext()))
                .doesNotThrowAnyException();
    }

    @Test
    void machine_ofSilentOthers_stays() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        CreatedLab created = lab.labContext(THREE).created();
        created.joined().begin();
        lab.world.fail(Fault.UNREACHABLE);
        Plan one = DestroyPlanner.plan(created, Set.of("node2"), false, Set.of());
        Plan whole = DestroyPlanner.plan(created, Set.of("node2"), true, Set.of());

        assertThatThrownBy(() -> one.step("node-drained/node2").action().run(new QuietContext()))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("api-unreachable"));
        assertThatCode(() -> whole.step("node-drained/node2").action().run(new QuietContext()))
                .doesNotThrowAnyException();
    }

    /** They tolerate all taints or name their node, and come back to it at once, as often as they are asked to go. */
    @Test
    @Timeout(60)
    void podsThatComeBack_areNotWaitedFor() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        lab.world.pods.put("agent-1", "node2");
        lab.world.tolerated.add("node2");

        RunResult result = lab.run(lab.plan(lab.labContext(TWO), LEAVING), Agreement.ALL);

        assertThat(result.failures()).isEmpty();
        assertThat(lab.world.told("evict")).containsExactly("evict agent-1");
        assertThat(lab.world.nodes).containsOnlyKeys("control", "node1");
    }

    @Test
    void lab_withUnchangedFile_losesNothing() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        assertThat(lab.plan(lab.labContext(THREE), LEAVING).steps()).isEmpty();
    }

    @Test
    void leaving_withoutTheUsersYes_removesNothing() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        Plan plan = lab.plan(lab.labContext(TWO), LEAVING);

        assertThat(lab.look(plan).destructions()).extracting(Destruction::what).hasSize(2)
                .anyMatch(what -> what.startsWith("drain node2")).anyMatch(what -> what.startsWith("destroy node2"));
        assertThat(lab.run(plan, Agreement.NONE).failures()).anySatisfy(step ->
                assertThat(step.failure().orElseThrow().id()).isEqualTo("destruction-not-confirmed"));
        assertThat(lab.world.told).isEmpty();
    }

    /** Who agrees to it must not be told later that nobody did. */
    @Test
    void leaving_fromHaltedLab_isAskedWhole() {
        ChangingLab lab = new ChangingLab(folder, HIGHLY_AVAILABLE);
        LabContext labContext = lab.labContext(HIGHLY_AVAILABLE.replace(", {name: node}", ""));
        halt(lab);

        assertThat(lab.look(lab.plan(labContext, LEAVING)).destructions()).extracting(one -> one.step().id())
                .containsExactlyInAnyOrder("node-drained/node", "machine-gone/node");

        labContext = lab.labContext(withOneControlPlane(lab.labContext(HIGHLY_AVAILABLE)));
        assertThat(lab.look(lab.plan(labContext, LEAVING)).destructions()).extracting(one -> one.step().id())
                .contains("node-drained/control3", "etcd-member-left/control3", "machine-gone/control3");
    }

    /** kubeadm upgrades nothing while the node of any control plane is not Ready. */
    @Test
    void controlPlanes_leaveBeforeUpgrade_andWorkersAfter() {
        String old = HIGHLY_AVAILABLE.replace("1.36", "1.35");
        ChangingLab lab = new ChangingLab(folder, old);
        new WorkspaceState(lab.labContext(old).workspace()).beginRecreating("node");
        LabContext labContext = lab.labContext(withOneControlPlane(lab.labContext(old)));

        Plan plan = GoldenPlans.of(labContext);

        assertThat(plan.step("kubernetes-upgraded/control1").needs()).contains("node-left/control2",
                "node-left/control3");
        assertThat(plan.step("node-drained/node").needs()).contains("kubernetes-upgraded/control1");
    }

    @Test
    void replacedControlPlane_leavesBeforeUpgrade() {
        String old = HIGHLY_AVAILABLE.replace("1.36", "1.35");
        ChangingLab lab = new ChangingLab(folder, old);
        new WorkspaceState(lab.labContext(old).workspace()).beginRecreating("control2");

        Plan plan = GoldenPlans.of(lab.labContext(HIGHLY_AVAILABLE));

        assertThat(plan.step("kubernetes-upgraded/control1").needs()).contains("node-left/control2");
        assertThat(plan.step("node-joined/control2").needs()).contains("kubernetes-upgraded/control3");
    }

    @Test
    void upgrade_ofHaltedLab_isAskedFor() {
        ChangingLab lab = new ChangingLab(folder, THREE.replace("1.36", "1.35"));
        halt(lab);

        assertThat(lab.look(lab.plan(lab.labContext(THREE), id -> id.startsWith("kubernetes-upgraded/")))
                .destructions()).extracting(one -> one.step().id()).containsExactlyInAnyOrder(
                        "kubernetes-upgraded/control", "kubernetes-upgraded/node1", "kubernetes-upgraded/node2");
    }

    private static void halt(ChangingLab lab) {
        lab.world.off.addAll(lab.world.machines.keySet());
        lab.world.fail(Fault.UNREACHABLE);
    }

    /** It is made with the new version, and joins with it. */
    @Test
    void upgrade_leavesOutMachines_thatWereTakenAway() throws IOException {
        ChangingLab lab = new ChangingLab(folder, THREE.replace("1.36", "1.35"));
        LabContext labContext = lab.labContext(THREE);
        Files.delete(labContext.workspace().vagrantData().resolve("machines/node2/docker/id"));

        assertThat(GoldenPlans.of(labContext).steps()).extracting(Step::id)
                .contains("kubernetes-upgraded/node1").doesNotContain("kubernetes-upgraded/node2");
    }

    @Test
    void controlPlanes_leaveEtcdSingly_beforeTheirMachines() {
        ChangingLab lab = new ChangingLab(folder, HIGHLY_AVAILABLE);
        LabContext labContext = lab.labContext(withOneControlPlane(lab.labContext(HIGHLY_AVAILABLE)));
        lab.world.unheard.add("control3");

        RunResult result = lab.run(lab.plan(labContext, LEAVING), Agreement.ALL);

        assertThat(result.failures()).isEmpty();
        assertThat(lab.world.members).containsValue("control1").hasSize(1);
        assertThat(lab.world.machines).containsOnlyKeys("control1", "node");
        for (String name : List.of("control2", "control3")) {
            assertThat(lab.world.told.indexOf("etcd remove " + ChangingWorld.id(name)))
                    .isLessThan(lab.world.told.indexOf("destroy " + name)).isNotNegative();
        }
    }

    /** Its join was cut off, and nobody noted its address; etcd does not know its name. */
    @Test
    void learner_thatNeverStarted_leavesToo() {
        ChangingLab lab = new ChangingLab(folder, HIGHLY_AVAILABLE);
        LabContext labContext = lab.labContext(HIGHLY_AVAILABLE);
        labContext.workspace().write("ssh/control4.conf", "");
        lab.world.machines.put("control4", "v1.36.3");
        lab.world.unstarted.add("192.168.57.99");

        assertThat(lab.run(lab.plan(labContext, LEAVING), Agreement.ALL).failures()).isEmpty();
        assertThat(lab.world.unstarted).isEmpty();
        assertThat(lab.world.members).hasSize(3);
        assertThat(lab.world.machines).doesNotContainKey("control4");
    }

    @Test
    void member_neededForQuorum_doesNotLeave() {
        ChangingLab lab = new ChangingLab(folder, HIGHLY_AVAILABLE);
        LabContext up = lab.quick(HIGHLY_AVAILABLE);
        lab.world.silent.add("control2");
        // One goes, and of the two that stay one is silent.
        Plan plan = ChangingLab.only(LeavingPlanner.machine(up, "control3",
                LabRecord.of(up).machine("control3"), Set.of(), List.of()), LEAVING);

        assertThat(lab.run(plan, Agreement.ALL).failures()).singleElement().satisfies(step ->
                assertThat(step.failure().orElseThrow().id()).isEqualTo("etcd-quorum-at-risk"));
        assertThat(lab.world.members).hasSize(3);
        assertThat(lab.world.machines).containsKey("control3");
    }

    /** The machine before it may have had etcd's leader, or the API server's address, by which etcd is asked. */
    @Test
    void members_silentForAMoment_areWaitedFor() {
        ChangingLab lab = new ChangingLab(folder, HIGHLY_AVAILABLE);
        LabContext up = lab.labContext(HIGHLY_AVAILABLE);
        lab.world.silent.addAll(List.of("control1", "control2"));
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(lab.world.silent::clear);
        Plan plan = ChangingLab.only(LeavingPlanner.machine(up, "control3",
                LabRecord.of(up).machine("control3"), Set.of(), List.of()), LEAVING);

        assertThat(lab.run(plan, Agreement.ALL).failures()).isEmpty();
        assertThat(lab.world.members).hasSize(2).doesNotContainValue("control3");
    }

    /** Fixed seeds: killed at any change, before or after it took effect; the next run does the rest. */
    @Test
    void killedRun_isTakenUp_byTheNext() throws Exception {
        Random random = new Random(7);
        for (int seed = 0; seed < 50; seed++) {
            Path own = Files.createDirectories(folder.resolve("seed" + seed));
            ChangingLab lab = new ChangingLab(own, HIGHLY_AVAILABLE);
            lab.world.pods.put("web-1", "control2");
            LabContext labContext = lab.labContext(withOneControlPlane(lab.labContext(HIGHLY_AVAILABLE)));
            lab.world.killAtChange(1 + random.nextInt(9), random.nextBoolean());
            lab.run(lab.plan(labContext, LEAVING), Agreement.ALL);
            lab.world.newProcess();

            LabContext again = lab.labContext(withOneControlPlane(lab.labContext(HIGHLY_AVAILABLE)));
            assertThat(lab.run(lab.plan(again, LEAVING), Agreement.ALL).failures()).as("seed %d", seed).isEmpty();
            assertThat(lab.world.machines).as("seed %d", seed).containsOnlyKeys("control1", "node");
            assertThat(lab.world.nodes).as("seed %d", seed).containsOnlyKeys("control1", "node");
            assertThat(lab.world.members).as("seed %d", seed).hasSize(1).containsValue("control1");
            assertThat(again.workspace().sshMachines()).containsExactly("control1", "node");
        }
    }

    /** etcd knows members by their addresses, and machines reuse them. */
    @Test
    void newMachine_atOldAddress_keepsItsMember() {
        ChangingLab lab = new ChangingLab(folder, HIGHLY_AVAILABLE.replace("57.0/24",
                "57.0/24, virtualAddress: 192.168.57.5"));
        Machine gone = lab.labContext(HIGHLY_AVAILABLE).lab().machine("control3").orElseThrow();
        LabContext labContext = lab.labContext("""
                name: lab
                kubernetes: 1.36
                machines:
                  - {name: control1, role: control-plane, address: 192.168.57.11}
                  - {name: control2, role: control-plane, address: 192.168.57.12}
                  - {name: late, role: control-plane, address: %s}
                  - {name: node, address: 192.168.57.14}
                network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}
                """.formatted(gone.address()));
        lab.world.members.put(gone.address().toString(), "late");

        assertThat(lab.run(lab.plan(labContext, LEAVING), Agreement.ALL).failures()).isEmpty();

        assertThat(lab.world.members).containsValue("late").hasSize(3);
        assertThat(GoldenPlans.of(labContext).steps()).filteredOn(step -> step.id().equals("machine-running/late"))
                .singleElement().satisfies(step -> assertThat(step.needs()).contains("node-left/control3"));
    }

    /** Its members leave once all control planes know the others, the new one among them. */
    @ParameterizedTest
    @CsvSource({"three, late", "node, late"})
    void reusedAddress_withEtcdApart_isWaitedFor(String old, String late) {
        ChangingLab lab = new ChangingLab(folder, APART);

        Plan plan = GoldenPlans.of(lab.labContext(APART.replace("name: " + old, "name: " + late)));

        assertThat(plan.step("machine-running/" + late).needs()).contains("node-left/" + old);
        assertThat(plan.steps()).extracting(Step::id).doesNotContain("etcd-member-left/" + old);
    }

    /** A member of etcd leaves after all control planes know the others, so none of those can take its address. */
    @ParameterizedTest
    @CsvSource({"store1, role: etcd, 10", "one, role: control-plane, 11"})
    void reusedAddress_thatCannotWait_isRefused(String old, String role, String number) {
        ChangingLab lab = new ChangingLab(folder, APART);
        LabContext changed = lab.labContext(APART.replace("{name: %s, %s, address: 192.168.57.%s}".formatted(old, role,
                number), "{name: late, %s, address: 192.168.57.%s}".formatted(role, number)));

        assertThat(ChangeRefusals.reasons(changed.open())).singleElement().asString()
                .startsWith("late has the address 192.168.57.%s of %s".formatted(number, old))
                .contains("remove %s in an `up` of its own first".formatted(old));
        assertThat(GoldenPlans.of(changed).step("machine-running/late").needs()).doesNotContain("node-left/" + old);
    }

    @Test
    void firstControlPlane_atOldAddress_isRefused() {
        String three = """
                name: lab
                kubernetes: 1.36
                machines:
                  - {name: one, role: control-plane, address: 192.168.57.11}
                  - {name: two, role: control-plane, address: 192.168.57.12}
                  - {name: three, role: control-plane, address: 192.168.57.13}
                network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}
                """;
        ChangingLab lab = new ChangingLab(folder, three);

        assertThat(ChangeRefusals.reasons(lab.labContext(three.replace("name: one", "name: late")).open()))
                .singleElement().asString().contains("remove one in an `up` of its own first");
        assertThat(ChangeRefusals.reasons(lab.labContext(three.replace("name: two", "name: late")).open())).isEmpty();
    }

    /** The control plane would wait for the member to leave, and that for the control plane. */
    @Test
    void controlPlane_atMembersOldAddress_isRefused() {
        ChangingLab lab = new ChangingLab(folder, APART);
        LabContext changed = lab.labContext(APART.replace("{name: store1, role: etcd", "{name: late, role: "
                + "control-plane").replace("  - {name: node,", "  - {name: store4, role: etcd}\n  - {name: node,"));

        assertThat(ChangeRefusals.reasons(changed.open())).singleElement().asString()
                .contains("remove store1 in an `up` of its own first");
        assertThat(GoldenPlans.of(changed).steps()).isNotEmpty();
    }

    /** The old machine goes once all others are upgraded, and the new one joins after that. */
    @ParameterizedTest
    @CsvSource({"node, 30", "three, 13"})
    void upgrade_waitsForNoNewControlPlane(String old, String number) {
        ChangingLab lab = new ChangingLab(folder, APART.replace("1.36", "1.35"));
        LabContext changed = lab.labContext(APART.replaceAll("\\{name: " + old + "[^}]*}",
                "{name: late, role: control-plane, address: 192.168.57.%s}".formatted(number)));

        assertThat(ChangeRefusals.reasons(changed.open())).isEmpty();
        Plan plan = GoldenPlans.of(changed);
        assertThat(plan.step("machine-running/late").needs()).contains("node-left/" + old);
        assertThat(plan.step("kubernetes-upgraded/one").needs()).contains("machine-prepared/two")
                .doesNotContain("machine-prepared/late");
    }
}
