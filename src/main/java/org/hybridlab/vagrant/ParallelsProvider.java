package org.hybridlab.vagrant;

import java.util.Map;

import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.process.Cancellation;

/** Parallels machines: its shared network on the first adapter, the lab's host-only network on the second. */
public final class ParallelsProvider implements Provider {
    private final Vagrant vagrant;

    public ParallelsProvider(Vagrant vagrant) {
        this.vagrant = vagrant;
    }

    @Override
    public ProviderName name() {
        return ProviderName.PARALLELS;
    }

    @Override
    public Map<String, MachineState> states(LabId lab, Cancellation cancellation) {
        return VagrantStates.of(vagrant, cancellation);
    }

    @Override
    public Map<String, Object> model(LabId id, Lab lab, Machine machine) {
        return Map.of("name", id.machine(machine.name()), "netmask", lab.network().machines().netmask());
    }

    /** Vagrant makes the host-only network itself. */
    @Override
    public void prepare(LabId id, Lab lab, Cancellation cancellation) {
    }

    /** Parallels keeps host-only networks for any later machine. */
    @Override
    public void release(LabId id, Cancellation cancellation) {
    }
}
