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
 * Virtual machines of the system's libvirtd, with KVM or QEMU's interpreter (TCG).
 *
 * <p>The lab's network is also vagrant-libvirt's management network, so a machine has one interface. libvirt's DHCP
 * reserves its address for the hardware address of the Vagrantfile. hybridlab creates the network, since parallel
 * vagrants race for its name and bridge.
 */
public final class LibvirtProvider implements Provider {
    private static final Pattern ROW = Pattern.compile("\\s*(?:-|\\d+)\\s+(\\S+)\\s+(\\S.*?)\\s*");

    /** A row of {@code domblklist --details}: type, device, target and source. */
    private static final Pattern DISK = Pattern.compile("\\s*\\S+\\s+disk\\s+(\\S+)\\s+(\\S.*?)\\s*");

    private static final Pattern IDENTITY = Pattern.compile("\\s*([0-9a-f]{8}-[0-9a-f-]{27})\\s+(\\S+)\\s*");

    /**
     * Processor model for QEMU's interpreter. "maximum" adds a fifth level of page tables, protections that flush
     * translations at each system call, and virtualisation, which makes Linux load KVM.
     */
    private static final String CHEAP_TO_INTERPRET = "Westmere";

    private static final Duration COPYING = Duration.ofMinutes(15);

    private final ProviderTool virsh;
    private final LibvirtStorage storage;
    private final boolean kvm;

    /** @param kvm whether the processor has hardware virtualisation; otherwise machines are 10 times slower */
    public LibvirtProvider(Processes processes, boolean kvm) {
        // virsh prints states in the locale's language.
        this.virsh = new ProviderTool(ProviderName.LIBVIRT, processes,
                Command.of("virsh", "--connect", "qemu:///system", "--quiet").env("LC_ALL", "C")
                // In its own session, so that frozen machines are resumed after Ctrl-C.
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
        // Otherwise saved machines are shown as shut off.
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

    /** vagrant-libvirt records the domain before it attaches the adapter, and never repairs that. */
    @Override
    public void removeUnfinished(LabId id, String machine, Cancellation cancellation) {
        if (virsh.look(cancellation, "domiflist", id.machine(machine)).isBlank()) {
            remove(id, machine, cancellation);
        }
    }

    /** A domain that ended meanwhile is no error. */
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
     * Disks with the machine's name. Removing all storage would delete what somebody attached: ISO images and data
     * disks (virsh takes CD-ROMs too).
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

    /** @param shutDown limit before the power is cut */
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

    /** As in the Vagrantfile: without KVM, at most the host's. */
    @Override
    public int cpus(Machine machine) {
        return isFast(machine) ? machine.cpus() : Math.min(machine.cpus(), Runtime.getRuntime().availableProcessors());
    }

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

    /** Thread-safe. A missing network is no error. */
    private synchronized void startNetwork(LabId id, Cancellation cancellation) {
        if (!isRunning(id, cancellation) && networks(cancellation, "--all").contains(id.toString())) {
            virsh.ask(cancellation, "net-start", id.toString());
        }
    }

    /** Adds new reservations. Keeps those of machines that left, which may still run, unless they conflict. */
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

    /** Machines are gone by now. A disk stays if its pool did not run. */
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
