package org.hybridlab.provision.state;

import java.util.Map;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.provider.api.MachineState;

/** The states of a lab's machines, from the provider at one moment. */
public record MachineStates(Map<String, MachineState> byName) {
    public MachineState of(Machine machine) {
        return byName.getOrDefault(machine.name(), MachineState.absent());
    }

    /** Halted, suspended or paused. False for absent or broken machines, which may only be unknown. */
    public boolean isOff(Machine machine) {
        return of(machine).isOffOrFrozen();
    }

    /** Whether it was deleted. A provider that knows none of the lab's machines may be another daemon. */
    public boolean isGone(Machine machine) {
        return of(machine).isAbsent() && !byName.isEmpty();
    }

    public boolean isRunning(Machine machine) {
        return of(machine).isRunning();
    }

    /** Whether a control plane runs, or a machine outside the lab file that may be one. */
    public boolean mayServeApi(Lab lab) {
        return lab.joinsExisting() || lab.machines(Role.CONTROL_PLANE).stream().anyMatch(this::isRunning)
                || runsUnnamed(lab);
    }

    boolean runsUnnamed(Lab lab) {
        return byName.entrySet().stream().anyMatch(one -> one.getValue().isRunning()
                && lab.machine(one.getKey()).isEmpty());
    }
}
