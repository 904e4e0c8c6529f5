package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Machines that an {@code up} made or joined which did not end well take part in later changes, too. */
@ExtendWith(GoldenPlans.class)
class MachinesOfFailedUpTest {
    private static final String ONE = """
            name: lab
            kubernetes: 1.35
            machines:
              - {name: control1, role: control-plane, memory: 3000MiB}
              - {name: node1, memory: 2GiB}
            network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}
            """;
    private static final String MORE = ONE.replace("network:", """
              - {name: control2, role: control-plane, memory: 3000MiB}
              - {name: control3, role: control-plane, memory: 3000MiB}
              - {name: node2, memory: 2GiB}
            network:""");
    private static final String UPGRADED = MORE.replace("1.35", "1.36");

    @TempDir
    private Path folder;
    private ChangingLab lab;

    @BeforeEach
    void machinesAreMade() {
        lab = new ChangingLab(folder, ONE);
        for (String machine : List.of("control2", "control3", "node2")) {
            lab.labContext(MORE).workspace().write(".vagrant/machines/%s/docker/id".formatted(machine), "id");
        }
    }

    @Test
    void joinedMachines_areUpgradedLikeAllOthers() {
        LabRecord.noteJoined(lab.labContext(MORE), id -> id.startsWith("node-joined/"));

        Set<String> steps = ids(plan(UPGRADED));

        assertThat(steps).contains("kubernetes-upgraded/control2", "kubernetes-upgraded/control3",
                "kubernetes-upgraded/node2", "upgrade-images-present/node2", "upgrade-images-present/control3");
        assertThat(reasons(UPGRADED)).isEmpty();
    }

    @Test
    void joinedMachine_keepsItsAddress() {
        LabRecord.noteJoined(lab.labContext(MORE), "node-joined/node2"::equals);

        assertThat(reasons(MORE.replace("name: node2", "name: node2, address: 192.168.57.77"))).singleElement()
                .asString().startsWith("node2 has the address");
    }

    @Test
    void unjoinedWorker_isUpgraded_afterItsJoin() {
        List<Step> steps = plan(UPGRADED);

        assertThat(step(steps, "kubernetes-upgraded/node2").needs()).contains("node-joined/node2");
        assertThat(ids(steps)).contains("upgrade-images-present/node2");
    }

    /** kubeadm would run {@code upgrade node} on a machine that is part of no cluster. */
    @Test
    void unjoinedControlPlane_joinsBeforeUpgrades() {
        AppliedLab all = LabRecord.of(lab.labContext(MORE));
        new WorkspaceState(lab.labContext(MORE).workspace()).keep(all.withMachine("control2",
                machine -> machine.withJoined(false)));

        assertThat(ids(plan(UPGRADED))).doesNotContain("kubernetes-upgraded/control2");
        assertThat(reasons(UPGRADED)).containsExactly("control2 is made and has not joined, and would join with "
                + "Kubernetes 1.35.4. Run `up` with that version in the file first: it joins it");
        assertThat(reasons(MORE)).isEmpty();
    }

    /** kubeadm lets a control plane join with programs of the cluster's version only, and it may have the older. */
    @Test
    void newControlPlane_getsPrograms_beforeItsJoin() {
        List<Step> steps = plan(UPGRADED);

        assertThat(reasons(UPGRADED)).isEmpty();
        assertThat(step(steps, "node-joined/control2").needs()).contains("kubernetes-upgraded/control2");
        assertThat(step(steps, "kubernetes-upgraded/control2").needs()).contains("kubernetes-upgraded/control1");
        assertThat(ids(steps)).contains("upgrade-images-present/control2");
    }

    /** One that the upgrade itself made has the programs that it needs to join. */
    @Test
    void controlPlane_madeByUpgrade_isNotRefused() {
        LabContext upgraded = lab.labContext(UPGRADED);
        RecordedAction.of(upgraded, step(GoldenPlans.of(upgraded).steps(), "machine-running/control2")
                .withAction(new DoneAction())).action().run(new QuietContext());

        assertThat(new WorkspaceState(upgraded.workspace()).lab().orElseThrow().machine("control2")).get()
                .matches(machine -> !machine.joined() && machine.kubernetes().startsWith("1.36"));
        assertThat(reasons(UPGRADED)).isEmpty();
        assertThat(step(plan(UPGRADED), "node-joined/control2").needs()).contains("kubernetes-upgraded/control2");
    }

    @Test
    void joinedMachine_keepsItsFirstMeasure() {
        AppliedLab all = LabRecord.of(lab.labContext(MORE));
        new WorkspaceState(lab.labContext(MORE).workspace()).keep(all.withMachines(all.machines().stream()
                .map(machine -> machine.withJoined(false)).toList()));

        LabRecord.noteJoined(lab.labContext(MORE.replace("name: node2, memory: 2GiB", "name: node2, memory: 4GiB")),
                id -> true);

        AppliedMachine noted = new WorkspaceState(lab.labContext(MORE).workspace()).lab().orElseThrow().machine("node2")
                .orElseThrow();
        assertThat(noted.memoryMiB()).isEqualTo(2048);
        assertThat(noted.joined()).isTrue();
    }

    @Test
    void join_isNoted_atOnce() {
        Action join = new DoneAction();
        Step step = new Step("node-joined/node2", "Join", Optional.of("node2"), Set.of(), Set.of(), Duration.ofMinutes(
                1), Retry.NEVER, "", join);

        RecordedAction.of(lab.labContext(MORE), step).action().run(new QuietContext());

        assertThat(new WorkspaceState(lab.labContext(MORE).workspace()).lab().orElseThrow().machine("node2"))
                .isPresent();
    }

    /** A join that works. */
    private static final class DoneAction implements Action {
        @Override
        public Probe probe(StepContext context) {
            return Probe.absent("it has not joined");
        }

        @Override
        public void run(StepContext context) {
            // It has joined.
        }
    }

    /** The new machine waits for the old one, which waits for the upgrade, which waits for the new one's images. */
    @Test
    void upgrade_afterHalfAReplacement_hasAPlan() {
        String later = ONE.replace("name: node1", "name: later, address: 192.168.57.12");
        lab.labContext(ONE).workspace().write(".vagrant/machines/later/docker/id", "id");
        assertThat(lab.labContext(ONE).lab().machine("node1").orElseThrow().address()).hasToString("192.168.57.12");

        assertThat(ids(plan(later.replace("1.35", "1.36")))).contains("kubernetes-upgraded/later", "node-left/node1");
        LabRecord.noteJoined(lab.labContext(later), "node-joined/later"::equals);
        assertThat(ids(plan(later.replace("1.35", "1.36")))).contains("kubernetes-upgraded/later", "node-left/node1");
    }

    /** A new control plane that waited for the upgrade at a place that is freed after it would make a circle. */
    @Test
    void controlPlane_atFreedAddress_hasPlan() {
        String moved = UPGRADED.replace("  - {name: node1, memory: 2GiB}\n", "")
                .replace("name: control2,", "name: control2, address: 192.168.57.12,");

        assertThat(new Plan(plan(moved)).step("node-joined/control2").needs())
                .contains("kubernetes-upgraded/control2");
    }

    /** Its etcd would never start again: a member that was removed cannot come back with its old data. */
    @Test
    void controlPlane_withoutItsMember_isMadeAgain() throws IOException {
        for (int change = 1; change < 10; change++) {
            ChangingLab whole = new ChangingLab(Files.createDirectories(folder.resolve("whole" + change)), MORE);
            whole.world.killAtChange(change, true);
            whole.run(whole.plan(whole.labContext(ONE), step -> step.matches(
                    "(node-drained|etcd-member-left)/control3")), Agreement.ALL);
            whole.world.newProcess();

            boolean left = !whole.world.members.containsValue("control3");
            assertThat(ids(GoldenPlans.of(whole.labContext(MORE)).steps()).contains("machine-gone/control3"))
                    .as("killed at change %d", change).isEqualTo(left);
            if (left) {
                return;
            }
        }
        throw new AssertionError("its member never left");
    }

    private List<Step> plan(String text) {
        return GoldenPlans.of(lab.labContext(text)).steps();
    }

    private static Step step(List<Step> steps, String id) {
        return steps.stream().filter(step -> step.id().equals(id)).findFirst().orElseThrow();
    }

    private static Set<String> ids(List<Step> steps) {
        return steps.stream().map(Step::id).collect(Collectors.toSet());
    }

    private List<String> reasons(String text) {
        LabContext labContext = lab.labContext(text);
        AppliedLab then = new WorkspaceState(labContext.workspace()).lab().orElseThrow();
        return ChangeRefusals.reasons(then, KubernetesVersion.parse(then.kubernetes()), Set.of("control1", "control2",
                "control3", "node1", "node2"), labContext.lab());
    }
}
