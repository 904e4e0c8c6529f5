package org.hybridlab.steps;

import org.hybridlab.process.Cancellation;

/** The states of a lab's machines, asked of the provider once, and again after something changed. */
final class RememberedStates {
    private final MadeLab made;
    private MachineStates states;

    RememberedStates(MadeLab made) {
        this.made = made;
    }

    synchronized MachineStates states(Cancellation cancellation) {
        if (states == null) {
            states = made.states(cancellation);
        }
        return states;
    }

    synchronized void forget() {
        states = null;
    }
}
