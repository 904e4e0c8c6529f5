package org.hybridlab.provision.destroy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
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
    private final DockerAndVagrant host = new DockerAndVagrant();
    private final QuietContext context = new QuietContext();
    private CreatedLab lab;

    @BeforeEach
    void aLabOfTwoMachines() {
        Workspace workspace = Workspace.in(folder);
        workspace.create();
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
        assertThat(plan.step("host-released").needs()).contains("vagrant-forgot", "machine-gone/node");
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
        assertThat(host.machines).containsExactly("control");
        assertThat(host.calls).noneMatch(call -> call.startsWith("vagrant"));
    }

    @Test
    void vagrant_thatForgets_isNotStarted() {
        new VagrantForgot(lab).run(context);

        assertThat(host.calls).noneMatch(call -> call.startsWith("vagrant"));
        assertThat(new VagrantForgot(lab).probe(context).answer()).isEqualTo(Probe.Answer.PRESENT);
    }

    @Test
    void vagrantfileWithTriggers_isRunOnce() {
        lab.workspace().write("Vagrantfile", "config.trigger.before :destroy");

        new VagrantForgot(lab).run(context);

        assertThat(host.calls).containsExactly("vagrant destroy --force --machine-readable");
    }

    @Test
    void vagrantfileThatIsDamaged_keepsNobodyFromDestroying() {
        lab.workspace().write("Vagrantfile", "config.trigger.before :destroy");
        host.machines.clear();
        host.fails("", "syntax error");

        new VagrantForgot(lab).run(context);

        assertThat(context.lines()).anyMatch(line -> line.contains("The workspace with its notes goes anyway."));
    }

    @Test
    void vagrantfileThatIsGone_runsNoVagrant() {
        lab.workspace().deleteVagrantfile();

        new VagrantForgot(lab).run(context);

        assertThat(host.calls).noneMatch(call -> call.startsWith("vagrant"));
    }

    @Test
    void lockedVagrant_isLeftToTheEngine() {
        lab.workspace().write("Vagrantfile", "config.trigger.before :destroy");
        host.fails("1,,error-exit,Vagrant::Errors::MachineActionLockedError,locked\n", "");

        assertThatThrownBy(() -> new VagrantForgot(lab).run(context)).isInstanceOfSatisfying(LabException.class,
                e -> assertThat(e.id()).isEqualTo("vagrant-machine-action-locked-error"));
    }

    /**
     * Real ones take time, and a real Vagrant deletes its notes and its entry in the index, which nothing here reads.
     */
    private static final class DockerAndVagrant implements Processes {
        final Set<String> machines = new TreeSet<>(Set.of("control", "node"));
        final Deque<Result> vagrants = new ArrayDeque<>();
        final List<String> calls = new ArrayList<>();

        void fails(String stdout, String stderr) {
            vagrants.add(result(1, stdout, stderr));
        }

        private static Result result(int exitCode, String stdout, String stderr) {
            return new Result(Command.of("it"), exitCode, stdout, stderr, Duration.ZERO);
        }

        @Override
        public Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
            String call = String.join(" ", command.words());
            calls.add(call);
            if (call.startsWith("vagrant")) {
                return vagrants.isEmpty() ? result(0, "", "") : vagrants.poll();
            }
            if (call.contains(" rm ")) {
                machines.removeIf(machine -> call.endsWith("-" + machine));
            }
            String column = call.contains("{{.State}}") ? "running id-" : "id-";
            String rows = machines.stream().map(machine -> machine + " " + column + machine + "\n")
                    .collect(Collectors.joining());
            return result(0, call.contains(" ps ") ? rows : "", "");
        }
    }
}
