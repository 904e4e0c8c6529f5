package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;

/**
 * A machine joins, and that is noted at once: a run that is killed later would not come to it.
 *
 * @param join what the machine joins by
 */
public record JoinNoted(LabContext labContext, Machine machine, Action join) implements Action {
    /** @return the steps, of which those that machines join by note it */
    static List<Step> with(LabContext labContext, List<Step> steps) {
        Map<String, Machine> joining = labContext.lab().nodes().stream().collect(Collectors.toMap(machine ->
                StepIds.joined(labContext.lab(), machine), Function.identity()));
        return steps.stream().map(step -> !joining.containsKey(step.id()) ? step
                : step.withAction(new JoinNoted(labContext, joining.get(step.id()), step.action()))).toList();
    }

    @Override
    public Probe probe(StepContext context) {
        return join.probe(context);
    }

    @Override
    public void run(StepContext context) {
        join.run(context);
        AppliedLab.noteJoined(labContext, StepIds.joined(labContext.lab(), machine)::equals);
    }

    @Override
    public boolean mayDestroy() {
        return join.mayDestroy();
    }

    @Override
    public Optional<String> destroysUnseen() {
        return join.destroysUnseen();
    }

    @Override
    public Duration usual() {
        return join.usual();
    }

    @Override
    public Duration longest() {
        return join.longest();
    }
}
