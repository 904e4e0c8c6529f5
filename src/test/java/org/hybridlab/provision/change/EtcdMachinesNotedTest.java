package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.change.Refusals.LooksAt;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Machines for etcd are members from the end of their own step on, whatever becomes of the {@code up}. */
@ExtendWith(GoldenPlans.class)
class EtcdMachinesNotedTest {
    private static final String LAB = """
            name: lab
            kubernetes: 1.36
            machines:
              - {name: control, role: control-plane, address: 192.168.57.10}
              - {name: e1, role: etcd, address: 192.168.57.11}
              - {name: e2, role: etcd, address: 192.168.57.12}
              - {name: e3, role: etcd, address: 192.168.57.13}
            network: {machines: 192.168.57.0/24}
            """;
    private static final String ONE = LAB.replaceAll("  - \\{name: e[23].*\n", "");

    @TempDir
    private Path folder;

    @Test
    void members_ofFirstUp_areNoted() throws IOException {
        LabContext lab = new PlannedLabs(folder).of(LAB);
        LabRecord.begin(lab);

        LabRecord.noteJoined(lab, Set.of("etcd-member-running/e1", "etcd-member-running/e2",
                "control-plane-initialised/control")::contains);

        assertThat(members(lab)).containsExactlyInAnyOrder("e1", "e2");
    }

    @Test
    void member_isNoted_byItsOwnStep() throws IOException {
        LabRecord.begin(new PlannedLabs(folder).of(ONE));
        LabContext lab = new PlannedLabs(folder).of(LAB);

        run(lab, "etcd-member-running/e3");

        assertThat(members(lab)).containsExactly("e3");
        assertThat(ChangeRefusals.reasons(new WorkspaceState(lab.workspace()).lab().orElseThrow(),
                new PlannedLabs(folder).of(
                LAB.replaceAll("(name: e[23], role:) etcd", "$1 worker")).lab()))
                .anyMatch(reason -> reason.startsWith("e3 has the role etcd, and the file says worker"));
    }

    /** Nobody could be told of its node any more, which stays in the cluster. */
    @Test
    void simulatedNode_isNoted_byItsOwnStep() throws IOException {
        LabRecord.begin(new PlannedLabs(folder).of(LAB));
        LabContext lab = WindowsLabs.simulating(LAB.replace("network:", "  - {name: win, os: windows}\nnetwork:"),
                folder);

        run(lab, "node-simulated/win");

        assertThat(MachinesThere.of(lab.workspace())).contains("win");
        assertThat(new WorkspaceState(lab.workspace()).lab().orElseThrow().machine("win")).get()
                .matches(AppliedMachine::joined);
    }

    /** `up` would start one of three. */
    @Test
    void membersOff_afterRedUp_doNotLeave() {
        ChangingLab world = new ChangingLab(folder, LAB);
        LabContext lab = world.labContext(LAB);
        lab.workspace().folder().resolve("kubernetes/ca.crt").toFile().delete();
        LabRecord.begin(lab);
        lab.workspace().write("kubernetes/ca.crt", HealthyLab.AUTHORITY);
        LabRecord.noteJoined(lab, Set.of("etcd-member-running/e1", "etcd-member-running/e2", "etcd-member-running/e3",
                "control-plane-initialised/control")::contains);
        world.world.off.addAll(Set.of("control", "e1", "e2", "e3"));

        assertThat(failure(() -> ChangingLab.check(world.labContext(ONE), LooksAt.MACHINES)).what()).contains("e2, e3");
    }

    private static Set<String> members(LabContext lab) {
        return AppliedMachine.etcdMembers(new WorkspaceState(lab.workspace()).lab().orElseThrow().machines());
    }

    private static void run(LabContext lab, String id) {
        RecordedAction.of(lab, GoldenPlans.of(lab).step(id).withAction(new DoneAction())).action()
                .run(new QuietContext());
    }

    /** A step that works. */
    private static final class DoneAction implements Action {
        @Override
        public Probe probe(StepContext context) {
            return Probe.absent("it is not done");
        }

        @Override
        public void run(StepContext context) {
            // It is done.
        }
    }
}
