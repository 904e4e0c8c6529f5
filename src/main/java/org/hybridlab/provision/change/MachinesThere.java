package org.hybridlab.provision.change;

import java.util.Set;
import java.util.TreeSet;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.state.WorkspaceState;

/** Machines and nodes that exist, or may, by the workspace alone. */
public final class MachinesThere {
    private MachinesThere() {
    }

    public static Set<String> of(Workspace workspace) {
        Set<String> all = new TreeSet<>(VagrantNotes.of(workspace).begun());
        all.addAll(workspace.sshMachines());
        // Others were only planned. A simulated machine is a node, which may exist before it joins.
        new WorkspaceState(workspace).lab().ifPresent(then -> then.machines().stream()
                .filter(machine -> machine.joined() || machine.simulated())
                .forEach(machine -> all.add(machine.name())));
        return all;
    }
}
