package org.hybridlab.vagrant;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.lab.Arch;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.process.Cancellation;
import org.hybridlab.process.Command;
import org.hybridlab.process.Processes;

/**
 * Virtual machines of the system's libvirtd, on KVM or in QEMU's own interpreter (TCG).
 *
 * <p>The lab's network is vagrant-libvirt's management network too, so that a machine has one interface. Its address is
 * fixed by a reservation in libvirt's DHCP for the hardware address that the Vagrantfile gives it. The network is made
 * here rather than by Vagrant, because two vagrants at once race for its name and its bridge.
 */
public final class LibvirtProvider implements Provider {
    private static final Pattern ROW = Pattern.compile("\\s*(?:-|\\d+)\\s+(\\S+)\\s+(\\S.*?)\\s*");

    private final ProviderTool virsh;
    private final boolean kvm;

    /** @param kvm whether the processor has hardware virtualisation; else machines run interpreted, 10 times slower */
    public LibvirtProvider(Processes processes, boolean kvm) {
        // The words that virsh prints for states depend on the locale.
        this.virsh = new ProviderTool(processes,
                Command.of("virsh", "--connect", "qemu:///system", "--quiet").env("LC_ALL", "C"));
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
        virsh.ask(cancellation, "list", "--all").lines().map(ROW::matcher).filter(Matcher::matches)
                .filter(row -> row.group(1).startsWith(prefix))
                .forEach(row -> states.put(row.group(1).substring(prefix.length()), MachineState.of(row.group(2))));
        return states;
    }

    @Override
    public Map<String, Object> model(LabId id, Lab lab, Machine machine) {
        // KVM runs the host's own architecture only.
        boolean fast = kvm && machine.arch() == Arch.ofThisHost();
        return Map.of("prefix", id.machine(""), "network", id.toString(), "mac", MacAddress.colons(id, machine),
                "driver", fast ? "kvm" : "qemu", "cpu", fast ? "host-passthrough" : "maximum",
                "arch", machine.arch() == Arch.ARM64 ? "aarch64" : "x86_64");
    }

    @Override
    public void prepare(LabId id, Lab lab, Cancellation cancellation) {
        List<String> all = names(cancellation, "--all");
        if (!all.contains(id.toString())) {
            virsh.tell(LibvirtNetwork.xml(id, lab), cancellation, "net-define", "/dev/stdin");
        }
        if (!names(cancellation, "--name").contains(id.toString())) {
            virsh.ask(cancellation, "net-start", id.toString());
        }
    }

    @Override
    public void release(LabId id, Cancellation cancellation) {
        if (names(cancellation, "--name").contains(id.toString())) {
            virsh.ask(cancellation, "net-destroy", id.toString());
        }
        if (names(cancellation, "--all").contains(id.toString())) {
            virsh.ask(cancellation, "net-undefine", id.toString());
        }
    }

    private List<String> names(Cancellation cancellation, String which) {
        return virsh.ask(cancellation, "net-list", "--name", which).lines().map(String::strip).toList();
    }
}
