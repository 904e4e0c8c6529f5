package org.hybridlab.provision.destroy;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.KnownHosts;

/** The provider has removed the machine, without Vagrant. */
final class MachineRemoved implements Action {
    private final CreatedLab lab;
    private final String machine;

    MachineRemoved(CreatedLab lab, String machine) {
        this.lab = lab;
        this.machine = machine;
    }

    @Override
    public Probe probe(StepContext context) {
        MachineState state = lab.state(machine, context.cancellation());
        return state.isAbsent() ? Probe.present("the provider does not know it")
                : Probe.absent(machine + " is " + state.word());
    }

    @Override
    public void run(StepContext context) {
        lab.provider().remove(lab.id(), machine, context.cancellation());
        KnownHosts.forget(lab.workspace(), machine);
    }
}
