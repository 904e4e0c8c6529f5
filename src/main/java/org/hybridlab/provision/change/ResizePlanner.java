package org.hybridlab.provision.change;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.state.LabCluster;

/**
 * The part of {@code up} for machines whose memory or processors changed in the lab file: one after the other, once the
 * cluster is well, and before apps that may need what comes. Those that are part of no cluster start again at once. Not
 * where machines take what they need of the host.
 */
public final class ResizePlanner {
    private static final String KIND = "machine-resized";
    private static final Set<String> AFTERWARDS = Set.of("app-applied/", "app-removed/", StepIds.SYSTEM_PODS,
            "metrics-");

    private ResizePlanner() {
    }

    /** @param steps the rest of the plan, which comes back with what it needs of these */
    public static List<Step> with(LabContext labContext, List<Step> steps) {
        Optional<AppliedLab> then = AppliedLab.read(labContext.workspace());
        if (then.isEmpty() || labContext.provider().name().traits().sharesHostMemory()) {
            return steps;
        }
        boolean cluster = LabCluster.wasKnown(labContext.workspace().folder());
        Map<Boolean, List<Machine>> all = labContext.lab().madeMachines().stream().filter(machine -> then.get()
                .machine(machine.name()).filter(old -> old.cpus() != machine.cpus()
                        || old.memoryMiB() != machine.memoryMiB()).isPresent())
                .collect(Collectors.partitioningBy(machine -> cluster
                        && then.get().machine(machine.name()).filter(AppliedMachine::joined).isPresent()));
        return resized(labContext, then.get(), labContext.hasCluster() ? all.get(true) : List.of(),
                startedAgain(labContext, all.get(false), steps));
    }

    private static List<Step> startedAgain(LabContext labContext, List<Machine> unjoined, List<Step> steps) {
        Map<String, Machine> starts = unjoined.stream().collect(Collectors.toMap(machine ->
                StepIds.id(StepIds.MACHINE_RUNNING, machine), Function.identity()));
        return steps.stream().map(step -> Optional.ofNullable(starts.get(step.id())).map(machine -> step.withAction(
                new StartedAgain(labContext, machine, step.action()))).orElse(step)).toList();
    }

    private static List<Step> resized(LabContext labContext, AppliedLab then, List<Machine> changed,
                                      List<Step> steps) {
        if (changed.isEmpty()) {
            return steps;
        }
        Set<String> needs = needs(steps);
        Set<String> before = before(steps, needs);
        Set<String> resized = changed.stream().map(machine -> StepIds.id(KIND, machine)).collect(Collectors.toSet());
        List<Step> all = new ArrayList<>(steps.stream().map(step -> before.contains(step.id()) ? step
                : later(step, resized)).toList());
        for (Machine machine : changed) {
            AppliedMachine old = then.machine(machine.name()).orElseThrow();
            StepBuilder step = StepBuilder.step(KIND, "Start %s again with %d CPUs and %d MiB".formatted(machine.name(),
                            machine.cpus(), machine.memoryMiB())).about(machine)
                    .needs(needs)
                    .inputs(machine.cpus(), machine.memoryMiB())
                    .action(new MachineResized(labContext, machine, old.cpus(), old.memoryMiB()));
            // While one is off, the others answer.
            all.add((machine.isControlPlane() || machine.isEtcd() ? step.permit(Permits.ETCD_MEMBER) : step).build());
            needs = Set.of(StepIds.id(KIND, machine));
        }
        return all;
    }

    /** The cluster is well, and machines that leave have left: others may need the memory that they had. */
    private static Set<String> needs(List<Step> steps) {
        return steps.stream().map(Step::id).filter(id -> id.startsWith(StepIds.NODE_READY + "/")
                || id.startsWith(StepIds.ETCD_MEMBER_RUNNING + "/") || id.startsWith(StepIds.NODE_LEFT + "/"))
                .collect(Collectors.toSet());
    }

    /** All that these need: a machine that leaves may have to go before another one is made at its address. */
    private static Set<String> before(List<Step> steps, Set<String> needs) {
        Map<String, Step> byId = steps.stream().collect(Collectors.toMap(Step::id, Function.identity()));
        Set<String> all = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(needs);
        while (!open.isEmpty()) {
            String id = open.pop();
            if (all.add(id)) {
                open.addAll(byId.get(id).needs());
            }
        }
        return all;
    }

    private static Step later(Step step, Set<String> resized) {
        return AFTERWARDS.stream().anyMatch(step.id()::startsWith) ? step.after(resized) : step;
    }
}
