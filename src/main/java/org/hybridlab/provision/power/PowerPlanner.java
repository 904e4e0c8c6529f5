package org.hybridlab.provision.power;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.machine.GuestClock;
import org.hybridlab.provision.state.CreatedLab;

public final class PowerPlanner {
    private static final Duration PER_MACHINE = Duration.ofMinutes(10);

    private PowerPlanner() {
    }

    public static Function<Role, Set<String>> of(Lab lab) {
        return role -> lab.machines(role).stream().map(Machine::name).collect(Collectors.toSet());
    }

    /** Workers first, etcd machines last. A failure for a worker does not stop the rest. @param machines by role */
    public static Plan halt(CreatedLab created, Function<Role, Set<String>> machines, Cancellation cancellation) {
        return halt(created, machines, true, cancellation);
    }

    /** For a save or a reset, which fail if one machine stays on: the others resume then. */
    public static Plan haltAll(CreatedLab created, Lab lab, Cancellation cancellation) {
        return halt(created, of(lab), false, cancellation);
    }

    private static Plan halt(CreatedLab created, Function<Role, Set<String>> machines, boolean inAnyCase,
                             Cancellation cancellation) {
        List<Step> steps = new ArrayList<>();
        Set<String> before = Set.of();
        for (Set<String> wave : waves(created, machines, cancellation)) {
            Set<String> ids = new TreeSet<>();
            for (String machine : wave) {
                steps.add(off(created, machine, inAnyCase).needs(before).build());
                ids.add("machine-halted/" + machine);
            }
            before = ids.isEmpty() ? before : ids;
        }
        return new Plan(steps);
    }

    /** All at once, for a plan that goes on without them. */
    public static List<Step> off(CreatedLab created, Set<String> machines) {
        return machines.stream().map(machine -> off(created, machine, false).build()).toList();
    }

    private static StepBuilder off(CreatedLab created, String machine, boolean inAnyCase) {
        return step("machine-halted", "Halt " + machine, machine).action(new MachinePowered(created, machine,
                MachinePowered.Wish.OFF, context -> { }, inAnyCase));
    }

    /** Stops all machines, to save them as of one moment. @param keepsMemory freezes running ones, not halts them */
    public static Plan quiesce(CreatedLab created, Lab lab, boolean keepsMemory, Cancellation cancellation) {
        boolean anyGoesOn = created.states(cancellation).byName().values().stream()
                .anyMatch(state -> state.isRunning() || state.isResumable());
        return keepsMemory && anyGoesOn ? suspend(created, created.id().lab(), cancellation)
                : haltAll(created, lab, cancellation);
    }

    /** In parallel, so that none misses another. Throws {@code machines-off} (exit 2) if there is nothing to freeze. */
    public static Plan suspend(CreatedLab created, String word, Cancellation cancellation) {
        Map<String, MachineState> states = new TreeMap<>(created.states(cancellation).byName());
        states.values().removeIf(state -> !state.isRunning() && !state.isResumable());
        if (states.isEmpty()) {
            throw LabException.invalid("machines-off", "No machine of %s runs, so there is nothing to suspend."
                    .formatted(created.id().lab()), "Start them: hybridlab up " + word);
        }
        return new Plan(states.keySet().stream()
                .map(machine -> step("machine-suspended", "Suspend " + machine, machine)
                        .action(new MachinePowered(created, machine, MachinePowered.Wish.FROZEN,
                                context -> { })).build()).toList());
    }

    /** Only suspended ones: {@code up} starts the others. */
    public static Plan resume(LabContext labContext, Cancellation cancellation) {
        Map<String, MachineState> states = new TreeMap<>(labContext.created().states(cancellation).byName());
        states.values().removeIf(state -> !state.isResumable());
        return new Plan(states.keySet().stream()
                .map(machine -> step("machine-resumed", "Resume " + machine, machine)
                        .action(new MachinePowered(labContext.created(), machine, MachinePowered.Wish.GOING_ON,
                                context -> rightClock(labContext, machine, context))).build()).toList());
    }

    private static void rightClock(LabContext labContext, String name, StepContext context) {
        labContext.lab().machine(name).ifPresent(machine -> {
            labContext.shell(machine).awaitReady(labContext.timeouts().answer(machine), context.cancellation());
            new GuestClock(labContext, machine).resync(context);
        });
        labContext.forgetStates();
    }

    private static StepBuilder step(String kind, String title, String machine) {
        return StepBuilder.step(kind + "/" + machine, title)
                .timeout(PER_MACHINE)
                .retry(LabContext.VAGRANT_RETRY)
                .inputs(machine);
    }

    private static List<Set<String>> waves(CreatedLab created, Function<Role, Set<String>> machines,
                                           Cancellation cancellation) {
        Set<String> workers = new TreeSet<>(created.states(cancellation).byName().keySet());
        Set<String> controlPlanes = new TreeSet<>(machines.apply(Role.CONTROL_PLANE));
        controlPlanes.retainAll(workers);
        Set<String> etcd = new TreeSet<>(machines.apply(Role.ETCD));
        etcd.retainAll(workers);
        workers.removeAll(controlPlanes);
        workers.removeAll(etcd);
        return List.of(workers, controlPlanes, etcd);
    }
}
