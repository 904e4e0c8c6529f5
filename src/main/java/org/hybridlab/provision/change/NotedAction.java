package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;

/**
 * What an action brings about is noted at once: a run that is killed later would not come to it.
 *
 * @param before what is noted before it runs
 * @param after what is noted once it ran
 */
public record NotedAction(Action action, Runnable before, Runnable after) implements Action {
    private static final Runnable NOTHING = () -> { };

    /** @return the steps, of which those that {@link AppliedLab} is to know of note it */
    static List<Step> with(LabContext labContext, List<Step> steps) {
        Set<String> joining = labContext.lab().nodes().stream().map(machine -> StepIds.joined(labContext.lab(),
                machine)).collect(Collectors.toSet());
        return steps.stream().map(step -> {
            if (joining.contains(step.id())) {
                return step.withAction(new NotedAction(step.action(), NOTHING,
                        () -> AppliedLab.noteJoined(labContext, step.id()::equals)));
            }
            return step.id().equals(StepIds.WINDOWS_PODS) ? step.withAction(new NotedAction(step.action(),
                    () -> AppliedLab.noteDaemonSets(labContext.workspace()), NOTHING)) : step;
        }).toList();
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
