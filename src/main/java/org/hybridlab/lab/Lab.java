package org.hybridlab.lab;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A lab, complete and consistent in itself: every default is filled in, every machine has its address. Reading the
 * same file for the same machine network gives an equal lab.
 *
 * @param containerd empty: the one that hybridlab's bundle carries
 * @param provider empty: the best one that the host can run
 * @param untaint whether control planes also run ordinary pods
 */
public record Lab(String name, KubernetesVersion kubernetes, Optional<ContainerdVersion> containerd,
                  Optional<ProviderName> provider, Network network, List<Machine> machines, boolean untaint,
                  List<App> apps, List<CheckSpec> checks, Outside outside) {
    public Lab {
        machines = List.copyOf(machines);
        apps = List.copyOf(apps);
        checks = List.copyOf(checks);
    }

    public List<Machine> machines(Role role) {
        return machines.stream().filter(machine -> machine.role() == role).toList();
    }

    /** The lab on a provider that was chosen for it. */
    public Lab on(ProviderName chosen) {
        return new Lab(name, kubernetes, containerd, Optional.of(chosen), network, machines, untaint, apps, checks,
                outside);
    }

    /** Every version of Kubernetes that some machine runs, oldest first. */
    public SortedSet<KubernetesVersion> kubernetesVersions() {
        SortedSet<KubernetesVersion> versions = new TreeSet<>(Set.of(kubernetes));
        machines.forEach(machine -> versions.add(machine.kubernetes()));
        return versions;
    }

    /** The control plane that {@code kubeadm init} runs on. */
    public Machine firstControlPlane() {
        return machines(Role.CONTROL_PLANE).get(0);
    }

    /** All machines that join what {@link #firstControlPlane()} began. */
    public List<Machine> joining() {
        return machines.stream().filter(machine -> machine != firstControlPlane() && machine.role() != Role.ETCD)
                .toList();
    }

    /** All machines that Kubernetes sees. */
    public List<Machine> nodes() {
        return machines.stream().filter(machine -> machine.role() != Role.ETCD).toList();
    }

    public boolean hasWindows() {
        return machines.stream().anyMatch(machine -> machine.os() == Os.WINDOWS);
    }

    public Optional<Machine> machine(String machineName) {
        return machines.stream().filter(machine -> machine.name().equals(machineName)).findFirst();
    }
}
