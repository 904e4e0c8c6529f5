package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;

/**
 * What an action brings about is noted at once: a run that is killed later would not come to it.
 *
 * @param before what is noted before it runs, as it may take effect in part even if the action fails
 * @param after what is noted once it ran
 */
public record NotedAction(Action action, Runnable before, Runnable after) implements Action {
    private static final Runnable NOTHING = () -> { };

    /** @return the steps, of which those that {@link AppliedLab} is to know of note it */
    static List<Step> with(LabContext labContext, List<Step> steps) {
        Map<String, Machine> joining = labContext.lab().machines().stream().collect(Collectors.toMap(machine ->
                StepIds.joined(labContext.lab(), machine), Function.identity()));
        return steps.stream().map(step -> noted(labContext, step, Optional.ofNullable(joining.get(step.id()))))
                .toList();
    }

    private static Step noted(LabContext labContext, Step step, Optional<Machine> joins) {
        Runnable before = starts(labContext, step).orElseGet(() -> before(labContext, step.id(), joins));
        Runnable after = joins.isEmpty() ? NOTHING : () -> AppliedLab.noteJoined(labContext, step.id()::equals);
        return before == NOTHING && after == NOTHING ? step
                : step.withAction(new NotedAction(step.action(), before, after));
    }

    private static Optional<Runnable> starts(LabContext labContext, Step step) {
        return step.machine().flatMap(labContext.lab()::machine)
                .filter(machine -> step.id().equals(StepIds.id(StepIds.MACHINE_RUNNING, machine)))
                .map(machine -> () -> AppliedLab.noteMade(labContext, machine));
    }

    /** A control plane that joins gets its taint, or loses it. */
    private static Runnable before(LabContext labContext, String step, Optional<Machine> joins) {
        Workspace workspace = labContext.workspace();
        if (step.equals(StepIds.WINDOWS_PODS)) {
            return () -> AppliedLab.noteDaemonSets(workspace);
        }
        if (step.equals(StepIds.METRICS_SERVED)) {
            return () -> AppliedLab.noteSwitchedOn(workspace, AppliedLab.METRICS);
        }
        boolean untaints = step.equals(StepIds.CONTROL_PLANE_UNTAINTED)
                || labContext.lab().untaint() && joins.filter(Machine::isControlPlane).isPresent();
        return untaints ? () -> AppliedLab.noteSwitchedOn(workspace, AppliedLab.UNTAINT) : NOTHING;
    }

    @Override
    public Probe probe(StepContext context) {
        return action.probe(context);
    }

    @Override
    public void run(StepContext context) {
        before.run();
        action.run(context);
        after.run();
    }

    @Override
    public boolean mayDestroy() {
        return action.mayDestroy();
    }

    @Override
    public Optional<String> destroysUnseen() {
        return action.destroysUnseen();
    }

    @Override
    public Duration usual() {
        return action.usual();
    }

    @Override
    public Duration longest() {
        return action.longest();
    }
}
