package org.hybridlab.provision.destroy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.fake.FakeDocker;
import org.hybridlab.fake.FakePrograms.Answer;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.destroy.DestroyPlanner.MachineRemoved;
import org.hybridlab.provision.destroy.DestroyPlanner.VagrantForgot;
import org.hybridlab.provision.state.CreatedLab;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole lab on docker: docker removes the machines, then Vagrant forgets them, started only if need be. */
class DestroyOnDockerTest {
    private static final LabId ID = LabId.parse("hl-trio-0a1b2c");

    @TempDir
    private Path folder;
    private final Deque<Answer> vagrants = new ArrayDeque<>();
    /** A real Vagrant deletes its notes and its entry in the index, which nothing here reads. */
    private final FakeDocker host = new FakeDocker() {
        @Override
        protected Answer answer(Command command) {
            return !line(command).startsWith("vagrant") ? super.answer(command)
                    : vagrants.isEmpty() ? Answer.DONE : vagrants.poll();
        }
    };
    private final QuietContext context = new QuietContext();
    private CreatedLab lab;

    @BeforeEach
    void aLabOfTwoMachines() {
        Workspace workspace = Workspace.in(folder);
        workspace.create();
        host.machine(ID.toString(), "control");
        host.machine(ID.toString(), "node");
        workspace.write("Vagrantfile", "");
        workspace.write(".vagrant/machines/control/docker/id", "c0");
        workspace.write(".vagrant/machines/node/docker/id", "c1");
        lab = CreatedLab.of(ID, workspace, ProviderName.DOCKER, host, false);
    }

    @Test
    void plan_ofAWholeLab_hasOneVagrant() {
        Plan plan = DestroyPlanner.plan(lab, Set.of("control", "node"), true, Set.of());

        assertThat(plan.steps()).extracting(Step::id).containsExactlyInAnyOrder("machine-gone/control",
                "machine-gone/node", "vagrant-forgot", "host-released");
        assertThat(plan.step("vagrant-forgot").needs()).containsExactlyInAnyOrder("machine-gone/control",
                "machine-gone/node");
        assertThat(plan.step("host-released").needs()).containsExactlyInAnyOrder("machine-gone/control",
                "machine-gone/node");
    }

    @Test
    void plan_ofOneMachine_destroysByVagrant() {
        assertThat(DestroyPlanner.plan(lab, Set.of("node"), false, Set.of()).steps()).singleElement()
                .satisfies(step -> assertThat(step.action()).isInstanceOf(MachineGone.class));
    }

    @Test
    void machine_isRemovedByDockerAlone() {
        MachineRemoved removed = new MachineRemoved(lab, "node");
        assertThat(removed.probe(context).answer()).isEqualTo(Probe.Answer.ABSENT);

        removed.run(context);

        assertThat(removed.probe(context).answer()).isEqualTo(Probe.Answer.PRESENT);
        assertThat(host.containers()).containsExactly("control");
        assertThat(host.ran()).noneMatch(call -> call.startsWith("vagrant"));
    }

    @Test
    void vagrant_thatForgets_isNotStarted() {
        new VagrantForgot(lab).run(context);

        assertThat(host.ran()).noneMatch(call -> call.startsWith("vagrant"));
        assertThat(new VagrantForgot(lab).probe(context).answer()).isEqualTo(Probe.Answer.PRESENT);
    }

    @Test
    void vagrantfileWithTriggers_isRunOnce() {
        lab.workspace().write("Vagrantfile", "config.trigger.before :destroy");

        new VagrantForgot(lab).run(context);

        assertThat(host.ran()).containsExactly("vagrant destroy --force --machine-readable");
    }

    @Test
    void vagrantfileThatIsDamaged_keepsNobodyFromDestroying() {
        lab.workspace().write("Vagrantfile", "config.trigger.before :destroy");
        host.things.clear();
        vagrants.add(Answer.failing("syntax error"));

        new VagrantForgot(lab).run(context);

        assertThat(context.lines()).anyMatch(line -> line.contains("The workspace with its notes goes anyway."));
    }

    @Test
    void vagrantfileThatIsGone_runsNoVagrant() {
        lab.workspace().deleteVagrantfile();

        new VagrantForgot(lab).run(context);

        assertThat(host.ran()).noneMatch(call -> call.startsWith("vagrant"));
    }

    @Test
    void lockedVagrant_isLeftToTheEngine() {
        lab.workspace().write("Vagrantfile", "config.trigger.before :destroy");
        vagrants.add(new Answer(1, "1,,error-exit,Vagrant::Errors::MachineActionLockedError,locked\n", ""));

        assertThatThrownBy(() -> new VagrantForgot(lab).run(context)).isInstanceOfSatisfying(LabException.class,
                e -> assertThat(e.id()).isEqualTo("vagrant-machine-action-locked-error"));
    }
}
