package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;

/**
 * A machine joins, or what the lab file switches on takes effect, and that is noted at once: a run that is killed later
 * would not come to it.
 *
 * @param switches what it switches on, in part even if it fails
 * @param joins the machine that joins by it
 */
public record Noted(LabContext labContext, Action action, Set<String> switches, Optional<Machine> joins)
        implements Action {
    /** @return the steps, of which those that machines join by or that switch something on note it */
    static List<Step> with(LabContext labContext, List<Step> steps) {
        Map<String, Machine> joining = labContext.lab().nodes().stream().collect(Collectors.toMap(machine ->
                StepIds.joined(labContext.lab(), machine), Function.identity()));
        return steps.stream().map(step -> of(labContext, step, Optional.ofNullable(joining.get(step.id())))).toList();
    }

    private static Step of(LabContext labContext, Step step, Optional<Machine> joins) {
        Set<String> switches = switches(labContext.lab(), step.id(), joins);
        return joins.isEmpty() && switches.isEmpty() ? step
                : step.withAction(new Noted(labContext, step.action(), switches, joins));
    }

    /** A control plane that joins gets its taint, or loses it. */
    private static Set<String> switches(Lab lab, String step, Optional<Machine> joins) {
        if (step.equals(StepIds.METRICS_SERVED)) {
            return Set.of(AppliedLab.METRICS);
        }
        boolean untaints = step.equals(StepIds.CONTROL_PLANE_UNTAINTED)
                || lab.untaint() && joins.filter(Machine::isControlPlane).isPresent();
        return untaints ? Set.of(AppliedLab.UNTAINT) : Set.of();
    }

    @Override
    public Probe probe(StepContext context) {
        return action.probe(context);
    }

    @Override
    public void run(StepContext context) {
        switches.forEach(key -> AppliedLab.noteSwitchedOn(labContext.workspace(), key));
        action.run(context);
        joins.ifPresent(machine -> AppliedLab.noteJoined(labContext,
                StepIds.joined(labContext.lab(), machine)::equals));
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
