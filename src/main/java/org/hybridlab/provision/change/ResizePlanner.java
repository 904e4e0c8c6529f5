package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.power.MachineStop;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.LabCluster;

/**
 * Plans new memory and processors: one machine after the other, once the cluster is well, and before apps that need
 * them. Unjoined machines restart at once. Not for providers without fixed sizes.
 */
public final class ResizePlanner {
    private static final String KIND = "machine-resized";

    private ResizePlanner() {
    }

    public static List<Step> of(UpInput input) {
        List<Machine> changed = !input.labContext().hasCluster() ? List.of()
                : changed(input).filter(machine -> isInCluster(input, machine)).toList();
        List<Step> all = new ArrayList<>();
        Set<String> needs = clusterIsWell(input);
        for (Machine machine : changed) {
            AppliedMachine old = input.applied(machine.name()).orElseThrow();
            StepBuilder step = StepBuilder.step(KIND, "Start %s again with %d CPUs and %d MiB".formatted(machine.name(),
                            machine.cpus(), machine.memoryMiB())).about(machine)
                    .needs(needs)
                    .before(StepIds.AFTER_MACHINES)
                    .inputs(machine.cpus(), machine.memoryMiB())
                    .action(new MachineResized(input.labContext(), machine, old.cpus(), old.memoryMiB()));
            // While one is off, the others answer.
            all.add((machine.isControlPlane() || machine.isEtcd() ? step.permit(Permits.ETCD_MEMBER) : step).build());
            needs = Set.of(StepIds.id(KIND, machine));
        }
        return all;
    }

    /** Wraps the start of an unjoined machine of another size: it is stopped first. */
    public static Step startedAgain(UpInput input, Step step) {
        return changed(input).filter(machine -> step.id().equals(StepIds.id(StepIds.MACHINE_RUNNING, machine)))
                .filter(machine -> !isInCluster(input, machine)).findFirst()
                .map(machine -> step.withAction(new StartedAgain(input.labContext(), machine, step.action())))
                .orElse(step);
    }

    private static Stream<Machine> changed(UpInput input) {
        return input.labContext().provider().name().traits().sharesHostMemory() ? Stream.of()
                : input.lab().madeMachines().stream().filter(machine -> input.applied(machine.name())
                        .filter(old -> old.cpus() != machine.cpus() || old.memoryMiB() != machine.memoryMiB())
                        .isPresent());
    }

    private static boolean isInCluster(UpInput input, Machine machine) {
        return LabCluster.wasKnown(input.labContext().workspace().folder())
                && input.applied(machine.name()).filter(AppliedMachine::joined).isPresent();
    }

    /** All nodes and etcd members are there, and leaving machines have left: others may need their memory. */
    private static Set<String> clusterIsWell(UpInput input) {
        Lab lab = input.lab();
        return Stream.of(lab.nodes().stream().map(machine -> StepIds.id(StepIds.NODE_READY, machine)),
                lab.machines(Role.ETCD).stream().map(machine -> StepIds.joined(lab, machine)),
                input.leaving().stream().map(machine -> StepIds.id(StepIds.NODE_LEFT, machine)))
                .flatMap(ids -> ids).collect(Collectors.toSet());
    }

    /** An unjoined machine runs with the lab file's memory and processors; it has nothing to drain. */
    record StartedAgain(LabContext labContext, Machine machine, Action start) implements Action {
        @Override
        public Probe probe(StepContext context) {
            return Probe.absent(machine.name() + " has the memory and processors of an earlier lab file");
        }

        @Override
        public void run(StepContext context) {
            MachineState state = labContext.states(context.cancellation()).of(machine);
            if (state.isRunning() || state.isResumable()) {
                new MachineStop(labContext.created()).halt(machine.name(), context);
                labContext.forgetStates();
            }
            start.run(context);
            LabRecord.noteMeasure(labContext, machine);
        }

        @Override
        public boolean mayDestroy() {
            return start.mayDestroy();
        }

        @Override
        public Optional<String> destroysUnseen() {
            return start.destroysUnseen();
        }

        @Override
        public Duration usual() {
            return start.usual();
        }

        @Override
        public Duration longest() {
            return MachineStop.LONGEST.plus(start.longest());
        }
    }
}
