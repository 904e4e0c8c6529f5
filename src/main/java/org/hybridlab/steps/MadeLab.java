package org.hybridlab.steps;

import org.hybridlab.lab.ProviderName;
import org.hybridlab.process.Cancellation;
import org.hybridlab.process.Processes;
import org.hybridlab.render.Workspace;
import org.hybridlab.vagrant.CommandLineVagrant;
import org.hybridlab.vagrant.LabId;
import org.hybridlab.vagrant.Provider;
import org.hybridlab.vagrant.Providers;
import org.hybridlab.vagrant.Vagrant;

/**
 * What was made of a lab on this host, whatever its lab file says by now.
 *
 * @param provider that it was made on
 * @param vagrant in its workspace
 * @param cluster that the workspace knows
 */
public record MadeLab(LabId id, Workspace workspace, Provider provider, Vagrant vagrant, LabCluster cluster) {
    /** @param kvm whether the host's processor offers hardware virtualisation */
    public static MadeLab of(String name, Workspace workspace, ProviderName provider, Processes processes,
                             boolean kvm) {
        Vagrant vagrant = new CommandLineVagrant(processes, workspace.folder());
        return new MadeLab(LabId.of(name, workspace.folder()), workspace,
                new Providers(processes, vagrant, workspace.vagrantData(), kvm).of(provider), vagrant,
                new LabCluster(workspace));
    }

    /** What the lab has in a cluster that is not its own; empty for most labs. */
    JoinedCluster joined() {
        return new JoinedCluster(workspace);
    }

    /** The states of its machines, fresh from the provider. */
    public MachineStates states(Cancellation cancellation) {
        return new MachineStates(provider.states(id, cancellation));
    }
}
