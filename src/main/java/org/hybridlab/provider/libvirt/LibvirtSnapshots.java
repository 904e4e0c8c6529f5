package org.hybridlab.provider.libvirt;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachineSnapshots;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.ProviderTool;

/**
 * Internal snapshots, compatible with vagrant-libvirt, without a second of Vagrant per call.
 *
 * @param startNetwork needed before a machine runs
 */
record LibvirtSnapshots(ProviderTool virsh, LabId lab, LibvirtProvider provider,
                        Consumer<Cancellation> startNetwork) implements MachineSnapshots {
    /** In KiB, of QEMU's process. */
    private static final Pattern RESIDENT = Pattern.compile("(?m)^rss (\\d+)$");


    /** Restores a managed save first, paused. Otherwise the snapshot would have only the disk. */
    @Override
    public void save(String machine, String name, Consumer<String> lines, Cancellation cancellation) {
        if (list(machine, cancellation).contains(name)) {
            delete(machine, name, lines, cancellation);
        }
        if (provider.state(lab, machine, cancellation).kind() == MachineState.Kind.SUSPENDED) {
            startNetwork.accept(cancellation);
            domain(machine).run(cancellation, "start", "--paused");
        }
        domain(machine).run(cancellation, "snapshot-create-as", name);
    }

    /**
     * Forced as in vagrant-libvirt, since the definition may have changed, such as the memory. Removes a managed save,
     * which a later start would restore over the snapshot's disk.
     */
    @Override
    public void restore(String machine, String name, Consumer<String> lines, Cancellation cancellation) {
        // The network is off after a boot of the host.
        startNetwork.accept(cancellation);
        // A missing one is no error.
        domain(machine).run(cancellation, "managedsave-remove");
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

    /** QEMU writes them into the machines' disks. */
    @Override
    public OptionalLong freeBytes(Cancellation cancellation) {
        return new LibvirtStorage(virsh).freeBytes(cancellation);
    }

    /** QEMU does not write pages that a machine never touched. */
    @Override
    public OptionalLong memoryBytes(String machine, Cancellation cancellation) {
        return LabException.known(() -> virsh.look(cancellation, "dommemstat", lab.machine(machine))).stream()
                .flatMap(said -> RESIDENT.matcher(said).results())
                .mapToLong(found -> Long.parseLong(found.group(1)) << 10).findFirst();
    }

    private LibvirtDomain domain(String machine) {
        return new LibvirtDomain(virsh, lab, machine);
    }
}
