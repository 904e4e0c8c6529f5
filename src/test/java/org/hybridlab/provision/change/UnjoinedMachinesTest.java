package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a machine was made with stays known before it is part of a cluster, too. */
@ExtendWith(GoldenPlans.class)
class UnjoinedMachinesTest {
    private static final String LAB = """
            name: lab
            kubernetes: 1.36
            machines:
              - {name: control, role: control-plane, memory: 3000MiB, address: 192.168.57.10}
              - {name: node, memory: 2GiB, address: 192.168.57.11}
            network: {machines: 192.168.57.0/24}
            """;
    private static final String GROWN = LAB.replace("2GiB", "4GiB").replace("3000MiB", "4000MiB");
    private static final String LATE = LAB.replace("network:", """
              - {name: late, memory: 2GiB, address: 192.168.57.12}
            network:""");

    @TempDir
    private Path folder;

    @Test
    void measure_ofMadeMachine_staysNoted() throws IOException {
        LabRecord.begin(lab(LAB));
        made("node");

        LabRecord.begin(lab(GROWN));

        assertThat(noted("node").memoryMiB()).isEqualTo(2048);
        assertThat(noted("control").memoryMiB()).as("not made").isEqualTo(4000);
    }

    /** Docker gives it another address before it joins, and it is a node by that from then on. */
    @Test
    void address_ofJoin_isNoted_onDocker() throws IOException {
        PlannedLabs docker = new PlannedLabs(folder);
        LabRecord.begin(docker.of(LAB));
        docker.of(LAB).workspace().write(".vagrant/machines/control/docker/id", "id");
        docker.of(LAB).workspace().write(".vagrant/machines/node/docker/id", "id");
        LabContext moved = docker.of(LAB.replace("57.10", "57.20").replace("57.11", "57.21"));
        assertThat(ChangeRefusals.reasons(moved.open())).isEmpty();
        LabRecord.begin(moved);

        moved.workspace().write("kubernetes/ca.crt", "ca");
        LabRecord.noteJoined(moved, id -> true);

        assertThat(noted("control").address()).isEqualTo("192.168.57.20");
        assertThat(ChangeRefusals.reasons(moved.open())).isEmpty();
    }

    /** Two machines at one address cannot run. */
    @Test
    void renamedMachine_waitsForItsAddress() throws IOException {
        LabRecord.begin(lab(LAB));
        made("node");
        LabContext renamed = lab(LAB.replace("name: node", "name: work"));

        LabRecord.begin(renamed);

        assertThat(GoldenPlans.of(renamed).step("machine-running/work").needs()).contains("node-left/node");
        assertThat(ChangeRefusals.reasons(lab(LAB.replace("name: node", "name: work, role: control-plane")
                .replace("control, role: control-plane", "control, role: worker")).open())).singleElement().asString()
                .startsWith("work has the address 192.168.57.11 of node");
    }

    /** It is no member any more that others count on. */
    @Test
    void otherRole_beforeCluster_isNoted() throws IOException {
        String etcd = LATE.replace("name: late", "name: late, role: etcd");
        LabRecord.begin(lab(etcd));
        LabRecord.noteJoined(lab(etcd), "etcd-member-running/late"::equals);
        made("late");
        LabRecord.begin(lab(etcd));
        assertThat(AppliedMachine.etcdMembers(List.of(noted("late")))).containsExactly("late");

        LabRecord.begin(lab(LATE));

        assertThat(noted("late").role()).isEqualTo("worker");
        assertThat(noted("late").joined()).isFalse();
    }

    @Test
    void machineAddedLater_keepsItsAddress() throws IOException {
        up();
        assertThatThrownBy(() -> start(lab(LATE), "late")).hasMessage("no ssh");
        LabContext moved = lab(LATE.replace("57.12", "57.77"));
        assertThat(ChangeRefusals.reasons(moved.open())).as("never made").isEmpty();

        made("late");

        assertThat(ChangeRefusals.reasons(moved.open())).singleElement().asString()
                .startsWith("late has the address 192.168.57.12, and the file says 192.168.57.77");
        assertThat(noted("late").joined()).isFalse();
        assertThat(new PlannedLabs(folder).of(LATE.replace("57.12", "57.77")).open())
                .matches(open -> ChangeRefusals.reasons(open).isEmpty(), "Docker connects it again");
    }

    @Test
    void machineNeverMade_isNotedWhenItIs() throws IOException {
        up();
        assertThatThrownBy(() -> start(lab(LATE), "late")).hasMessage("no ssh");

        assertThatThrownBy(() -> start(lab(LATE.replace("57.12", "57.77")), "late")).hasMessage("no ssh");
        assertThat(noted("late").address()).isEqualTo("192.168.57.77");

        made("late");
        assertThatThrownBy(() -> start(lab(LATE.replace("57.12", "57.78")), "late")).hasMessage("no ssh");
        assertThat(noted("late").address()).isEqualTo("192.168.57.77");
    }

    /** `vagrant up` ended red, and the file does without it again. */
    @Test
    void machineNeverMade_doesNotLeave() throws IOException {
        up();
        assertThatThrownBy(() -> start(lab(LATE), "late")).hasMessage("no ssh");

        assertThat(LabChanges.of(lab(LAB)).orElseThrow()).isEmpty();
        assertThat(LabChanges.ofFile(lab(LAB).open())).isEmpty();
        assertThat(GoldenPlans.of(lab(LAB)).steps()).extracting(Step::id).doesNotContain("node-left/late");

        made("late");
        assertThat(LabChanges.of(lab(LAB)).orElseThrow()).extracting(LabChange::name).containsExactly("late");
        assertThat(GoldenPlans.of(lab(LAB)).steps()).extracting(Step::id).contains("node-left/late");
    }

    /** Vagrant leaves a machine that runs as it is, and the step would be done. */
    @Test
    void machineThatRuns_startsAgain_withNewMeasure() {
        for (boolean cluster : List.of(true, false)) {
            HealthyLab lab = resized(cluster);
            Action start = GoldenPlans.of(lab.labContext).step("machine-running/node").action();
            assertThat(start.probe(new QuietContext()).answer()).isEqualTo(Probe.Answer.ABSENT);
            assertThat(GoldenPlans.of(lab.labContext).step("machine-running/node").timeout())
                    .isGreaterThan(start.longest());

            start.run(new QuietContext());

            assertThat(lab.machines.told()).filteredOn(line -> line.startsWith("vagrant halt")
                    || line.startsWith("vagrant up")).hasSize(2).first().asString().startsWith("vagrant halt");
            assertThat(new WorkspaceState(lab.labContext.workspace()).lab().orElseThrow().machine("node").orElseThrow()
                    .memoryMiB()).isEqualTo(4096);
            assertThat(GoldenPlans.of(lab.labContext).step("machine-running/node").action().probe(new QuietContext())
                    .isPresent()).isTrue();
            assertThat(GoldenPlans.of(lab.labContext).steps()).extracting(Step::id)
                    .doesNotContain("machine-resized/node");
        }
    }

    private HealthyLab resized(boolean cluster) {
        Path own = folder.resolve("cluster-" + cluster);
        own.toFile().mkdirs();
        String text = LAB.replace("1.36", "1.36\nprovider: virtualbox");
        HealthyLab before = new HealthyLab(own, text);
        AppliedLab all = LabRecord.of(before.labContext);
        new WorkspaceState(before.labContext.workspace()).keep(all.withMachines(all.machines().stream().map(
                machine -> machine.withJoined(cluster && machine.isControlPlane())).toList()));
        HealthyLab lab = new HealthyLab(own, text.replace("2GiB", "4GiB"));
        if (!cluster) {
            lab.loseWorkspace();
        }
        return lab;
    }

    private void up() throws IOException {
        LabContext lab = lab(LAB);
        LabRecord.complete(lab);
        lab.workspace().write("kubernetes/ca.crt", "ca");
        made("control");
        made("node");
    }

    private void made(String machine) throws IOException {
        lab(LAB).workspace().write(".vagrant/machines/%s/virtualbox/id".formatted(machine), "id");
    }

    private AppliedMachine noted(String machine) throws IOException {
        return new WorkspaceState(lab(LAB).workspace()).lab().flatMap(then -> then.machine(machine)).orElseThrow();
    }

    private LabContext lab(String text) throws IOException {
        return new PlannedLabs(folder).on(ProviderName.VIRTUALBOX, text);
    }

    private static void start(LabContext lab, String machine) {
        RecordedAction.of(lab, GoldenPlans.of(lab).step("machine-running/" + machine).withAction(new NoWayIn()))
                .action().run(new QuietContext());
    }

    /** It makes the machine, and cannot log in there. */
    private static final class NoWayIn implements Action {
        @Override
        public Probe probe(StepContext context) {
            return Probe.absent("it is not made");
        }

        @Override
        public void run(StepContext context) {
            throw LabException.labFailed("ssh-not-ready", "no ssh", "");
        }
    }
}
