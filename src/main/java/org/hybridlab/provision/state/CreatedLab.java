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
import org.hybridlab.provider.vagrant.Vagrant;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provider.vagrant.VagrantPower;
import org.hybridlab.provider.vagrant.VagrantSnapshots;

/** What exists of a lab on this host, whatever its lab file says now. @param provider that created it */
public record CreatedLab(LabId id, Workspace workspace, Provider provider, Vagrant vagrant, LabCluster cluster) {
    /** @param kvm whether the host's processor offers hardware virtualisation */
    public static CreatedLab of(LabId id, Workspace workspace, ProviderName provider, Processes processes,
                             boolean kvm) {
        Vagrant vagrant = new Vagrant(processes, workspace.folder());
        return new CreatedLab(id, workspace, new Providers(processes, workspace.vagrantData(), kvm).of(provider),
                vagrant,
                new LabCluster(workspace));
    }

    /** The id in the names of the lab's things, which outlives a rename in the lab file. */
    public static LabId id(KnownLab lab) {
        return LabId.parse(lab.origin().id());
    }

    public MachinePower power() {
        return provider.power(id, new VagrantPower(vagrant));
    }

    public MachineSnapshots snapshots() {
        return provider.snapshots(id, new VagrantSnapshots(vagrant));
    }

    /** What the lab has in a cluster of others; empty for most labs. */
    public JoinedCluster joined() {
        return new JoinedCluster(workspace);
    }

    /** Machines that may exist: by the provider's list, Vagrant's notes, and ssh settings. */
    public Set<String> machines(Cancellation cancellation) {
        Set<String> all = new TreeSet<>(states(cancellation).byName().keySet());
        all.addAll(VagrantNotes.of(workspace).begun());
        all.addAll(workspace.sshMachines());
        return all;
    }

    /** By Vagrant's notes in the workspace. */
    public static Set<ProviderName> notedProviders(Workspace workspace) {
        return VagrantNotes.of(workspace).providers().stream().flatMap(word -> Stream.of(ProviderName.values())
                .filter(name -> name.id().equals(word))).collect(Collectors.toSet());
    }

    /** Asks the provider; absent if it does not list the machine. */
    public MachineState state(String machine, Cancellation cancellation) {
        return states(cancellation).byName().getOrDefault(machine, MachineState.absent());
    }

    public MachineStates states(Cancellation cancellation) {
        return new MachineStates(provider.states(id, cancellation));
    }
}
