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
 * The same internal snapshots as those of vagrant-libvirt, which lists them, too. Each call of Vagrant would cost a
 * second of a processor that the machines need.
 *
 * @param startNetwork without which no machine goes on
 */
record LibvirtSnapshots(ProviderTool virsh, LabId lab, LibvirtProvider provider,
                        Consumer<Cancellation> startNetwork) implements MachineSnapshots {
    /** In KiB, of QEMU's process. */
    private static final Pattern RESIDENT = Pattern.compile("(?m)^rss (\\d+)$");


    /** One with a managed save gets its memory back first, frozen: else the snapshot would have the disk alone. */
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
     * Forced as by vagrant-libvirt: the machine's definition may have changed since, for example its memory. A managed
     * save goes first: libvirt keeps it, and a later start would put its memory over the disk of the snapshot.
     */
    @Override
    public void restore(String machine, String name, Consumer<String> lines, Cancellation cancellation) {
        // After the host has booted, it is off.
        startNetwork.accept(cancellation);
        // Well if there is none.
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

    /** Pages that a machine never touched are no part of it, and QEMU does not write them. */
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
