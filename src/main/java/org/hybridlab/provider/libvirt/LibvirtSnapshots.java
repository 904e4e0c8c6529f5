package org.hybridlab.provider.libvirt;

import java.util.List;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachineSnapshots;
import org.hybridlab.provider.api.ProviderTool;

/**
 * The same internal snapshots as those of vagrant-libvirt, which lists them, too. Each call of Vagrant would cost a
 * second of a processor that the machines need.
 *
 * @param startNetwork without which no machine goes on
 */
record LibvirtSnapshots(ProviderTool virsh, LabId lab, Consumer<Cancellation> startNetwork)
        implements MachineSnapshots {

    @Override
    public void save(String machine, String name, Consumer<String> lines, Cancellation cancellation) {
        if (list(machine, cancellation).contains(name)) {
            delete(machine, name, lines, cancellation);
        }
        domain(machine).run(cancellation, "snapshot-create-as", name);
    }

    /** Forced as by vagrant-libvirt: the machine's definition may have changed since, for example its memory. */
    @Override
    public void restore(String machine, String name, Consumer<String> lines, Cancellation cancellation) {
        // After the host has booted, it is off.
        startNetwork.accept(cancellation);
        domain(machine).run(cancellation, "snapshot-revert", name, "--force");
    }

    @Override
    public void delete(String machine, String name, Consumer<String> lines, Cancellation cancellation) {
        domain(machine).run(cancellation, "snapshot-delete", name);
    }

    @Override
    public List<String> list(String machine, Cancellation cancellation) {
        return domain(machine).run(cancellation, "snapshot-list", "--name").lines().map(String::strip)
                .filter(name -> !name.isEmpty()).toList();
    }

    private LibvirtDomain domain(String machine) {
        return new LibvirtDomain(virsh, lab, machine);
    }
}
