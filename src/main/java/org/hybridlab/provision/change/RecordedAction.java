package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.Optional;

import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.WorkspaceState;

/**
 * Records what an action does at once, in case the run is killed.
 *
 * @param before runs first, as a failed action may take effect in part
 * @param after runs after success
 */
public record RecordedAction(Action action, Runnable before, Runnable after) implements Action {
    private static final Runnable NOTHING = () -> { };

    /** Wraps steps whose effect {@link AppliedLab} must know. */
    public static Step of(LabContext labContext, Step step) {
        Lab lab = labContext.lab();
        Optional<Machine> machine = step.machine().flatMap(lab::machine);
        Optional<Machine> joins = machine.filter(one -> StepIds.joined(lab, one).equals(step.id()));
        Runnable before = before(labContext, step.kind(), machine, joins);
        Runnable after = joins.isEmpty() ? NOTHING : () -> LabRecord.noteJoined(labContext, step.id()::equals);
        return before == NOTHING && after == NOTHING ? step
                : step.withAction(new RecordedAction(step.action(), before, after));
    }

    private static Runnable before(LabContext labContext, String kind, Optional<Machine> machine,
                                   Optional<Machine> joins) {
        WorkspaceState state = new WorkspaceState(labContext.workspace());
        Runnable untaints = () -> state.changeLab(lab -> lab.withSwitchedOn(AppliedLab.UNTAINT));
        Optional<Addon> addon = labContext.lab().addons().stream()
                .filter(one -> kind.equals(StepIds.addonServed(one))).findFirst();
        if (addon.isPresent()) {
            return () -> state.changeLab(lab -> lab.withSwitchedOn(addon.get().name()));
        }
        return switch (kind) {
            case StepIds.MACHINE_RUNNING -> () -> LabRecord.noteMade(labContext, machine.orElseThrow());
            case StepIds.WINDOWS_PODS -> () -> state.changeLab(AppliedLab::withDaemonSets);
            case StepIds.CONTROL_PLANE_UNTAINTED -> untaints;
            // A control plane that joins gets its taint, or loses it.
            default -> labContext.lab().untaint() && joins.filter(Machine::isControlPlane).isPresent() ? untaints
                    : NOTHING;
        };
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
