package org.hybridlab.provider.libvirt;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.MacAddress;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineSnapshots;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.api.ProviderNetwork;
import org.hybridlab.provider.api.ProviderTool;
import org.hybridlab.provider.vagrant.Vagrantfile;

/**
 * Virtual machines of the system's libvirtd, on KVM or in QEMU's own interpreter (TCG).
 *
 * <p>The lab's network is vagrant-libvirt's management network too, so that a machine has one interface. Its address is
 * fixed by a reservation in libvirt's DHCP for the hardware address that the Vagrantfile gives it. The network is made
 * here rather than by Vagrant, because two vagrants at once race for its name and its bridge.
 */
public final class LibvirtProvider implements Provider {
    private static final Pattern ROW = Pattern.compile("\\s*(?:-|\\d+)\\s+(\\S+)\\s+(\\S.*?)\\s*");

    /** A row of {@code domblklist --details}: type, device, target and source. */
    private static final Pattern DISK = Pattern.compile("\\s*\\S+\\s+disk\\s+(\\S+)\\s+(\\S.*?)\\s*");

    private static final Pattern IDENTITY = Pattern.compile("\\s*([0-9a-f]{8}-[0-9a-f-]{27})\\s+(\\S+)\\s*");

    /**
     * What QEMU's interpreter is to pretend to be. "maximum" would also have a fifth level of page tables, protections
     * that throw away its translated addresses at each system call, and virtualisation, for which Linux loads KVM.
     */
    private static final String CHEAP_TO_INTERPRET = "Westmere";

    private static final Duration COPYING = Duration.ofMinutes(15);

    private final ProviderTool virsh;
    private final LibvirtStorage storage;
    private final boolean kvm;

    /** @param kvm whether the processor has hardware virtualisation; else machines run interpreted, 10 times slower */
    public LibvirtProvider(Processes processes, boolean kvm) {
        // The words that virsh prints for states depend on the locale.
        this.virsh = new ProviderTool(ProviderName.LIBVIRT, processes,
                Command.of("virsh", "--connect", "qemu:///system", "--quiet").env("LC_ALL", "C")
                // Interrupted, machines that were frozen for a save have to go on.
                .inOwnSession().timeout(COPYING));
        this.storage = new LibvirtStorage(virsh);
        this.kvm = kvm;
    }

    @Override
    public ProviderName name() {
        return ProviderName.LIBVIRT;
    }

    @Override
    public Map<String, MachineState> states(LabId lab, Cancellation cancellation) {
        Map<String, MachineState> states = new LinkedHashMap<>();
        String prefix = lab.machine("");
        // Else machines that are saved on disk are shown as shut off.
        virsh.look(cancellation, "list", "--all", "--managed-save").lines().map(ROW::matcher).filter(Matcher::matches)
                .filter(row -> row.group(1).startsWith(prefix))
                .forEach(row -> states.put(row.group(1).substring(prefix.length()), MachineState.of(row.group(2))));
        virsh.look(cancellation, "list", "--uuid", "--name", "--all").lines().map(IDENTITY::matcher)
                .filter(Matcher::matches).filter(row -> row.group(2).startsWith(prefix))
                .forEach(row -> states.computeIfPresent(row.group(2).substring(prefix.length()),
                        (name, state) -> state.identity(row.group(1))));
        return states;
    }

    @Override
    public void remove(LabId id, String machine, Cancellation cancellation) {
        MachineState state = state(id, machine, cancellation);
        if (isOn(state)) {
            end(id, machine, cancellation);
        }
        if (!state.isAbsent()) {
            List<String> words = new ArrayList<>(List.of("undefine", id.machine(machine), "--managed-save",
                    "--snapshots-metadata", "--nvram"));
            String disks = String.join(",", ownDisks(id, machine, cancellation));
            if (!disks.isEmpty()) {
                words.addAll(List.of("--storage", disks));
            }
            virsh.ask(cancellation, words.toArray(String[]::new));
        }
    }

    /** vagrant-libvirt notes the domain before it attaches the adapter, and attaches none to one that is noted. */
    @Override
    public void removeUnfinished(LabId id, String machine, Cancellation cancellation) {
        if (virsh.look(cancellation, "domiflist", id.machine(machine)).isBlank()) {
            remove(id, machine, cancellation);
        }
    }

    /** Well if it ended by itself meanwhile. */
    void end(LabId id, String machine, Cancellation cancellation) {
        try {
            virsh.ask(cancellation, "destroy", id.machine(machine));
        } catch (LabException e) {
            if (e.isInterruption() || isOn(state(id, machine, cancellation))) {
                throw e;
            }
        }
    }

    private static boolean isOn(MachineState state) {
        return !state.isAbsent() && state.kind() != MachineState.Kind.STOPPED
                && state.kind() != MachineState.Kind.SUSPENDED;
    }

    /**
     * Those that have the machine's name. With all storage would go what somebody attached: an ISO image, a disk of
     * data, whatever lies in a pool (virsh takes CD-ROMs too).
     */
    private List<String> ownDisks(LabId id, String machine, Cancellation cancellation) {
        return virsh.look(cancellation, "domblklist", id.machine(machine), "--details").lines().map(DISK::matcher)
                .filter(Matcher::matches)
                .filter(disk -> LibvirtStorage.isDiskOf(id.machine(machine), disk.group(2)))
                .map(disk -> disk.group(1)).toList();
    }

    @Override
    public MachinePower power(LabId id, MachinePower vagrant) {
        return power(id, vagrant, Vagrantfile.WINDOWS_HALT);
    }

    /** @param shutDown how long a machine may take to shut down before its plug is pulled */
    MachinePower power(LabId id, MachinePower vagrant, Duration shutDown) {
        return new LibvirtPower(virsh, id, this, vagrant, cancellation -> startNetwork(id, cancellation), shutDown);
    }

    @Override
    public MachineSnapshots snapshots(LabId id, MachineSnapshots vagrant) {
        return new LibvirtSnapshots(virsh, id, this, cancellation -> startNetwork(id, cancellation));
    }

    @Override
    public Map<String, Object> model(LabId id, Lab lab, Machine machine) {
        boolean fast = isFast(machine);
        Map<String, Object> own = new HashMap<>(Map.of("prefix", id.machine(""), "network", id.toString(),
                "mac", MacAddress.colons(id, machine), "driver", fast ? "kvm" : "qemu",
                "arch", machine.arch() == Arch.ARM64 ? "aarch64" : "x86_64"));
        if (fast) {
            own.put("cpu", "host-passthrough");
        } else if (machine.arch() == Arch.ARM64) {
            own.put("cpu", "maximum");
        } else {
            own.put("cpu", "custom");
            own.put("cpuModel", CHEAP_TO_INTERPRET);
        }
        return own;
    }

    /** As its part of the Vagrantfile has it: interpreted, no more than the host has. */
    @Override
    public int cpus(Machine machine) {
        return isFast(machine) ? machine.cpus() : Math.min(machine.cpus(), Runtime.getRuntime().availableProcessors());
    }

    /** KVM runs the host's own architecture only. */
    private boolean isFast(Machine machine) {
        return kvm && machine.arch() == Arch.ofThisHost();
    }

    @Override
    public boolean hasTaken(BoxChoice box, Path vagrantHome, Cancellation cancellation) {
        return LibvirtBaseDisk.of(box, vagrantHome).stream().allMatch(disk -> storage.isComplete(disk, cancellation));
    }

    @Override
    public void take(BoxChoice box, Path vagrantHome, Consumer<String> lines, Cancellation cancellation) {
        LibvirtBaseDisk.of(box, vagrantHome).stream().filter(disk -> !storage.isComplete(disk, cancellation))
                .forEach(disk -> storage.copy(disk, lines, cancellation));
    }

    @Override
    public boolean standsAlone(String box, Path vagrantHome) {
        return LibvirtBaseDisk.of(BoxChoice.named(box), vagrantHome).stream().allMatch(LibvirtBaseDisk::standsAlone);
    }

    @Override
    public void prepare(LabId id, Lab lab, Cancellation cancellation) {
        if (networks(cancellation, "--all").contains(id.toString())) {
            fit(id, lab, virsh.look(cancellation, "net-dumpxml", "--inactive", id.toString()), cancellation);
        } else {
            virsh.tell(LibvirtNetwork.xml(id, lab), cancellation, "net-define", "/dev/stdin");
        }
        startNetwork(id, cancellation);
    }

    /** Well if it runs, or is not there. Several machines may ask for it at the same time. */
    private synchronized void startNetwork(LabId id, Cancellation cancellation) {
        if (!isRunning(id, cancellation) && networks(cancellation, "--all").contains(id.toString())) {
            virsh.ask(cancellation, "net-start", id.toString());
        }
    }

    /**
     * Machines that the lab file has got since, also with what others had before. Those that left, and that nothing of
     * this is about, keep their addresses: they may still run.
     */
    private void fit(LabId id, Lab lab, String printed, Cancellation cancellation) {
        String there = LibvirtNetwork.joined(printed);
        if (!there.contains(LibvirtNetwork.address(lab))) {
            throw ProviderNetwork.changed(lab.network().machines());
        }
        List<String> wanted = lab.machines().stream().map(machine -> LibvirtNetwork.host(id, machine)).toList();
        List<String> scope = isRunning(id, cancellation) ? List.of("--config", "--live") : List.of("--config");
        LibvirtNetwork.inTheWay(there, wanted).forEach(host -> update(id, "delete", host, scope, cancellation));
        wanted.stream().filter(host -> !there.contains(host))
                .forEach(host -> update(id, "add-last", host, scope, cancellation));
    }

    private void update(LabId id, String what, String host, List<String> scope, Cancellation cancellation) {
        virsh.ask(cancellation, Stream.concat(Stream.of("net-update", id.toString(), what, "ip-dhcp-host", host),
                scope.stream()).toArray(String[]::new));
    }

    /** Machines are gone by then; a disk of one stays where its pool did not run. */
    @Override
    public void release(LabId id, Cancellation cancellation) {
        releaseNetwork(id, cancellation);
        storage.volumesIfKnown(cancellation).stream().filter(id::isIn)
                .forEach(volume -> storage.delete(volume, cancellation));
    }

    private void releaseNetwork(LabId id, Cancellation cancellation) {
        if (isRunning(id, cancellation)) {
            virsh.ask(cancellation, "net-destroy", id.toString());
        }
        if (networks(cancellation, "--all").contains(id.toString())) {
            virsh.ask(cancellation, "net-undefine", id.toString());
        }
    }

    private boolean isRunning(LabId id, Cancellation cancellation) {
        return networks(cancellation).contains(id.toString());
    }

    /** Of networks that run; with {@code --all} of the others too. */
    private List<String> networks(Cancellation cancellation, String... which) {
        String[] words = Stream.concat(Stream.of("net-list", "--name"), Stream.of(which)).toArray(String[]::new);
        return virsh.look(cancellation, words).lines().map(String::strip).toList();
    }

    @Override
    public List<LabResource> resources(Cancellation cancellation) {
        List<LabResource> all = new ArrayList<>();
        virsh.look(cancellation, "list", "--uuid", "--name", "--all").lines().map(IDENTITY::matcher)
                .filter(Matcher::matches).forEach(row -> LabResource.named(LabResource.Kind.MACHINE, row.group(1),
                        row.group(2)).ifPresent(all::add));
        storage.volumes(cancellation).forEach(volume -> LabResource.named(LabResource.Kind.VOLUME, volume, volume)
                .ifPresent(all::add));
        networks(cancellation, "--all").forEach(network -> LabResource.named(LabResource.Kind.NETWORK, network,
                network).ifPresent(all::add));
        return all;
    }

    @Override
    public void remove(LabResource resource, Cancellation cancellation) {
        switch (resource.kind()) {
            case NETWORK -> releaseNetwork(resource.lab(), cancellation);
            case VOLUME -> storage.delete(resource.id(), cancellation);
            case MACHINE, CONTAINER -> remove(resource.lab(),
                    resource.name().substring(resource.lab().machine("").length()), cancellation);
        }
    }
}
