package org.hybridlab.provision.packaging;

import java.time.Duration;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.KnownHosts;

/** A Windows machine has lost its identity, accepts Vagrant's public key, and is off. */
final class MachineGeneralized implements Action {
    private static final Duration LOOK = Duration.ofSeconds(3);
    /** Windows may have updates to finish. */
    private static final Duration SHUTDOWN = Duration.ofMinutes(15);

    private final LabContext labContext;
    private final Machine machine;
    private final Duration within;

    MachineGeneralized(LabContext labContext, Machine machine, Duration within) {
        this.labContext = labContext;
        this.machine = machine;
        this.within = within;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("it had its lab's key until now");
    }

    @Override
    public Duration longest() {
        return within.plus(SHUTDOWN);
    }

    /** The script switches the machine off last, so a machine that is off has succeeded. */
    @Override
    public void run(StepContext context) {
        try {
            labContext.windowsGuest(machine, context).script(labContext.script(machine, "box.ps1"), within);
        } catch (LabException e) {
            if (!e.id().equals("ssh-lost")) {
                throw e;
            }
            context.line("The connection ended, as it may: the machine's adapter asks for its address again.");
        } finally {
            // It creates new host keys at its next start, however far the script came.
            KnownHosts.forget(labContext.workspace(), machine.name());
        }
        Wait.until(machine.name() + " is off", SHUTDOWN).every(LOOK).orFail("machine-not-off",
                ("Switch it off: `vagrant halt --force %s` in %s, then `hybridlab up %s` makes it a machine of its "
                        + "lab again.").formatted(machine.name(), labContext.workspace().folder(), labContext.word()))
                .that(() -> state(context), MachineState::isShutDown, MachineState::word, context.cancellation());
    }

    private MachineState state(StepContext context) {
        labContext.forgetStates();
        return labContext.states(context.cancellation()).of(machine);
    }
}
