package org.hybridlab.provision.state;

import java.util.Map;

import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.MachineState;

/** The states of a lab's machines, as the provider told them at one moment. */
public record MachineStates(Map<String, MachineState> byName) {
    public MachineState of(Machine machine) {
        return byName.getOrDefault(machine.name(), MachineState.absent());
    }

    /** Halted, suspended or paused, by the provider's word: what is absent or broken may only be unknown. */
    boolean isOff(Machine machine) {
        return of(machine).kind() == MachineState.Kind.STOPPED || of(machine).isResumable();
    }

    public boolean isRunning(Machine machine) {
        return of(machine).isRunning();
    }
}
