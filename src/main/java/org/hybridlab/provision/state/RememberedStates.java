package org.hybridlab.provision.state;

import org.hybridlab.common.process.Cancellation;

/** The states of a lab's machines, asked of the provider once, and again after something changed. */
public final class RememberedStates {
    private final CreatedLab created;
    private MachineStates states;

    public RememberedStates(CreatedLab created) {
        this.created = created;
    }

    public synchronized MachineStates states(Cancellation cancellation) {
        if (states == null) {
            states = created.states(cancellation);
        }
        return states;
    }

    public synchronized void forget() {
        states = null;
    }
}
