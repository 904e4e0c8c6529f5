package org.hybridlab.provision.state;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLab;
import org.hybridlab.provider.Providers;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineSnapshots;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.vagrant.CommandLineVagrant;
import org.hybridlab.provider.vagrant.Vagrant;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provider.vagrant.VagrantPower;
import org.hybridlab.provider.vagrant.VagrantSnapshots;

/**
 * What was made of a lab on this host, whatever its lab file says by now.
 *
 * @param provider that it was made on
 * @param vagrant in its workspace
 * @param cluster that the workspace knows
 */
public record CreatedLab(LabId id, Workspace workspace, Provider provider, Vagrant vagrant, LabCluster cluster) {
    /** @param kvm whether the host's processor offers hardware virtualisation */
    public static CreatedLab of(LabId id, Workspace workspace, ProviderName provider, Processes processes,
                             boolean kvm) {
        Vagrant vagrant = new CommandLineVagrant(processes, workspace.folder());
        return new CreatedLab(id, workspace, new Providers(processes, workspace.vagrantData(), kvm).of(provider),
                vagrant,
                new LabCluster(workspace));
    }

    /** What the lab's things are called by: also after its name in the lab file has changed. */
    public static LabId id(KnownLab lab) {
        return LabId.parse(lab.origin().id());
    }

    /** Stops its machines, and lets them go on. */
    public MachinePower power() {
        return provider.power(id, new VagrantPower(vagrant));
    }

    /** Those that the provider keeps of its machines. */
    public MachineSnapshots snapshots() {
        return provider.snapshots(id, new VagrantSnapshots(vagrant));
    }

    /** What the lab has in a cluster that is not its own; empty for most labs. */
    public JoinedCluster joined() {
        return new JoinedCluster(workspace);
    }

    /** Those that may be there: by the provider's list, by Vagrant's notes, and by the settings for ssh. */
    public Set<String> machines(Cancellation cancellation) {
        Set<String> all = new TreeSet<>(states(cancellation).byName().keySet());
        all.addAll(VagrantNotes.of(workspace).begun());
        all.addAll(workspace.sshMachines());
        return all;
    }

    /** The providers that Vagrant made machines on, by its notes in the workspace. */
    public static Set<ProviderName> notedProviders(Workspace workspace) {
        return VagrantNotes.of(workspace).providers().stream().flatMap(word -> Stream.of(ProviderName.values())
                .filter(name -> name.id().equals(word))).collect(Collectors.toSet());
    }

    /** Of one machine, fresh from the provider; absent if the provider does not list it. */
    public MachineState state(String machine, Cancellation cancellation) {
        return states(cancellation).byName().getOrDefault(machine, MachineState.absent());
    }

    /** The states of its machines, fresh from the provider. */
    public MachineStates states(Cancellation cancellation) {
        return new MachineStates(provider.states(id, cancellation));
    }
}
