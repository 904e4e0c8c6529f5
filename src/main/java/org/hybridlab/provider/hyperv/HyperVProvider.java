package org.hybridlab.provider.hyperv;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.MacAddress;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.OwnResume;
import org.hybridlab.provider.api.Provider;

/**
 * Hyper-V machines. Vagrant ignores all network settings there, so a machine starts on the Default Switch, whose
 * addresses change with each start of the host, and gets a second adapter on the lab's own internal switch. Its fixed
 * address there is set inside the machine, found by the hardware address that the Vagrantfile gives it. Never run on
 * Hyper-V here.
 */
public final class HyperVProvider implements Provider {
    private final HyperVPowerShell powershell;

    public HyperVProvider(Processes processes) {
        this.powershell = new HyperVPowerShell(processes);
    }

    @Override
    public ProviderName name() {
        return ProviderName.HYPERV;
    }

    @Override
    public Map<String, MachineState> states(LabId lab, Cancellation cancellation) {
        Map<String, MachineState> states = new LinkedHashMap<>();
        powershell.look(HyperVMachines.list(lab), cancellation).stream().map(line -> line.split("\t"))
                .filter(row -> row.length == 3).forEach(row -> states.put(row[0].substring(lab.machine("").length()),
                        MachineState.of(row[1]).identity(row[2])));
        return states;
    }

    @Override
    public void remove(LabId id, String machine, Cancellation cancellation) {
        powershell.run(HyperVMachines.remove(id, machine), cancellation);
    }

    /** Vagrant lets paused machines go on. Windows saves machines when it shuts down. */
    @Override
    public MachinePower power(LabId id, MachinePower vagrant) {
        return new OwnResume(vagrant, (machine, lines, cancellation) -> powershell.run(
                HyperVMachines.resume(id, machine), cancellation));
    }

    @Override
    public Map<String, Object> model(LabId id, Lab lab, Machine machine) {
        return Map.of("name", id.machine(machine.name()), "switch", id.toString(),
                "mac", MacAddress.plain(id, machine).toUpperCase(java.util.Locale.ROOT));
    }

    @Override
    public void prepare(LabId id, Lab lab, Cancellation cancellation) {
        powershell.run(HyperVSwitch.create(id, lab.network().machines()), cancellation);
    }

    @Override
    public void release(LabId id, Cancellation cancellation) {
        powershell.run(HyperVSwitch.remove(id), cancellation);
    }

    @Override
    public List<LabResource> resources(Cancellation cancellation) {
        return powershell.look(HyperVMachines.ALL, cancellation).stream().map(line -> line.split("\t"))
                .filter(row -> row.length == 3).flatMap(row -> LabResource.named(row[0].equals("switch")
                        ? LabResource.Kind.NETWORK : LabResource.Kind.MACHINE, row[1], row[2]).stream()).toList();
    }

    @Override
    public void remove(LabResource resource, Cancellation cancellation) {
        powershell.run(resource.kind() == LabResource.Kind.NETWORK ? HyperVSwitch.remove(resource.lab())
                : HyperVMachines.remove(resource.name()), cancellation);
    }
}
