package org.hybridlab.steps;

import java.util.Map;

import org.hybridlab.lab.Machine;
import org.hybridlab.vagrant.MachineState;

/** The states of a lab's machines, as the provider told them at one moment. */
public record MachineStates(Map<String, MachineState> byName) {
    public MachineState of(Machine machine) {
        return byName.getOrDefault(machine.name(), MachineState.absent());
    }

    public boolean isRunning(Machine machine) {
        return of(machine).isRunning();
    }
}
