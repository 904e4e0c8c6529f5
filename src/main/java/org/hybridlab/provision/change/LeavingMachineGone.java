package org.hybridlab.provision.change;

import java.time.Duration;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.destroy.MachineGone;

/** Neither the provider nor the workspace has the machine. */
final class LeavingMachineGone implements Action {
    private final LabContext labContext;
    private final String machine;
    private final MachineGone gone;

    LeavingMachineGone(LabContext labContext, String machine) {
        this.labContext = labContext;
        this.machine = machine;
        this.gone = new MachineGone(labContext.created(), machine);
    }

    @Override
    public boolean mayDestroy() {
        return true;
    }

    @Override
    public Probe probe(StepContext context) {
        Probe seen = gone.probe(context);
        return seen.answer() == Probe.Answer.ABSENT ? seen.destroying(destruction()) : seen;
    }

    @Override
    public Duration longest() {
        return gone.longest();
    }

    @Override
    public void run(StepContext context) {
        if (gone.probe(context).answer() == Probe.Answer.ABSENT) {
            context.destroys(destruction());
        }
        gone.run(context);
        labContext.workspace().forgetMachine(machine);
        // Otherwise plain vagrant would create it again.
        labContext.files().writeVagrantfileTo(labContext.workspace());
        labContext.forgetStates();
    }

    private String destruction() {
        return "destroy %s with all that is on its disk".formatted(machine);
    }
}
