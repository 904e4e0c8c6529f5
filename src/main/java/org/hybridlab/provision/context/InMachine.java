package org.hybridlab.provision.context;

import java.util.Optional;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;

/** A step inside a machine. While that does not run, its effect is absent. */
public abstract class InMachine implements Action {
    protected final LabContext labContext;
    protected final Machine machine;

    protected InMachine(LabContext labContext, Machine machine) {
        this.labContext = labContext;
        this.machine = machine;
    }

    @Override
    public final Probe probe(StepContext context) {
        MachineState state = labContext.states(context.cancellation()).of(machine);
        return state.isRunning() ? look(context)
                : Probe.absent(machine.name() + " is not running").destroying(destroysOf(state));
    }

    /** For a machine that does not run; see {@link #destroysUnseen}. */
    protected Optional<String> destroysOf(MachineState state) {
        return destroysUnseen();
    }

    /** For a step that would stop a working machine: whether it is done, whatever the record says. */
    protected final boolean isDone(StepContext context) {
        Probe seen = look(context);
        if (seen.isPresent()) {
            context.line(seen.reason());
        }
        return seen.isPresent();
    }

    /** Probes the machine, which runs. */
    protected abstract Probe look(StepContext context);
}
