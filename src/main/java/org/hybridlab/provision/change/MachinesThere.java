package org.hybridlab.provision.change;

import java.util.Set;
import java.util.TreeSet;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provider.vagrant.VagrantNotes;

/** Machines and nodes of a lab that are there, or may be, by what its workspace knows: no program is asked. */
public final class MachinesThere {
    private MachinesThere() {
    }

    /** Their names. */
    public static Set<String> of(Workspace workspace) {
        Set<String> all = new TreeSet<>(VagrantNotes.of(workspace).begun());
        all.addAll(workspace.sshMachines());
        // Others were only to be made. A simulated machine has nothing but a node, which may be there before it joins.
        AppliedLab.read(workspace).ifPresent(then -> then.machines().stream().filter(machine -> machine.joined()
                || machine.simulated()).forEach(machine -> all.add(machine.name())));
        return all;
    }
}
