package org.hybridlab.config.model;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A complete and consistent lab: all defaults are filled in, and every machine has an address. The same file and
 * machine network give an equal lab.
 *
 * @param containerd empty: that of the bundle
 * @param provider empty: the best one that the host can run
 * @param cluster that the machines join; empty: the lab creates its own
 * @param untaint whether control planes run ordinary pods
 * @param addons that run in its cluster
 * @param registries with settings of their own
 * @param components of its own cluster
 */
public record Lab(String name, KubernetesVersion kubernetes, Optional<ContainerdVersion> containerd,
                  Optional<ProviderName> provider, Optional<ExistingCluster> cluster, Network network,
                  List<Machine> machines, boolean untaint, List<Addon> addons, List<App> apps, List<CheckSpec> checks,
                  Outside outside, TimeSettings time, List<Registry> registries, ComponentSettings components) {
    /** As many keepalived peers as the upstream text has. */
    private static final int GATEWAYS = 3;

    public Lab {
        machines = List.copyOf(machines);
        addons = List.copyOf(addons);
        apps = List.copyOf(apps);
        checks = List.copyOf(checks);
        registries = List.copyOf(registries);
    }

    /** A lab with its own cluster, without addons and registry settings. */
    public Lab(String name, KubernetesVersion kubernetes, Optional<ContainerdVersion> containerd,
               Optional<ProviderName> provider, Network network, List<Machine> machines, boolean untaint,
               List<App> apps, List<CheckSpec> checks, Outside outside) {
        this(name, kubernetes, containerd, provider, Optional.empty(), network, machines, untaint, List.of(), apps,
                checks, outside, TimeSettings.NONE, List.of(), ComponentSettings.NONE);
    }

    public List<Machine> machines(Role role) {
        return machines.stream().filter(machine -> machine.role() == role).toList();
    }

    public Lab on(ProviderName chosen) {
        return new Lab(name, kubernetes, containerd, Optional.of(chosen), cluster, network, machines, untaint,
                addons, apps, checks, outside, time, registries, components);
    }

    /** Adds the host to those that machines reach without a proxy. */
    public Lab withoutProxyTo(String host) {
        return new Lab(name, kubernetes, containerd, provider, cluster, network, machines, untaint, addons, apps,
                checks, outside.withoutProxyTo(host), time, registries, components);
    }

    /** Kubernetes versions of all machines, oldest first. */
    public SortedSet<KubernetesVersion> kubernetesVersions() {
        SortedSet<KubernetesVersion> versions = new TreeSet<>(Set.of(kubernetes));
        machines.forEach(machine -> versions.add(machine.kubernetes()));
        return versions;
    }

    /** Whether the lab joins a cluster of others, and so has no control plane. */
    public boolean joinsExisting() {
        return cluster.isPresent();
    }

    /**
     * The control plane that runs {@code kubeadm init}.
     *
     * @throws IllegalStateException if {@link #joinsExisting()}
     */
    public Machine firstControlPlane() {
        return machines(Role.CONTROL_PLANE).stream().findFirst().orElseThrow(() -> new IllegalStateException(
                name + " has no control plane of its own: its machines join another cluster"));
    }

    /** The first control plane, or the first worker if the lab joins a cluster of others. */
    public Machine firstNode() {
        return joinsExisting() ? nodes().get(0) : firstControlPlane();
    }

    /** The API server's address in the lab's own cluster. */
    public Ipv4 apiAddress() {
        return network.virtualAddress().orElseGet(() -> firstControlPlane().address());
    }

    /** Nodes that serve an app's page, in order: {@link #firstNode()}, then Linux ones. */
    public List<Machine> pageNodes() {
        return Stream.concat(Stream.of(firstNode()), nodes().stream()
                        .sorted(Comparator.comparing(Machine::isWindows))).distinct()
                .filter(machine -> !machine.isSimulated()).toList();
    }

    /** All nodes but the one that runs {@code kubeadm init}. */
    public List<Machine> joining() {
        return nodes().stream().filter(machine -> joinsExisting() || machine != firstControlPlane()).toList();
    }

    public List<Machine> nodes() {
        return machines.stream().filter(machine -> !machine.isEtcd()).toList();
    }

    /** Whether etcd has its own machines. Otherwise a member runs on each control plane. */
    public boolean hasExternalEtcd() {
        return !machines(Role.ETCD).isEmpty();
    }

    public List<Machine> etcdMembers() {
        return machines(hasExternalEtcd() ? Role.ETCD : Role.CONTROL_PLANE);
    }

    public List<Machine> nodesOfOtherVersions() {
        return nodes().stream().filter(machine -> !machine.kubernetes().equals(kubernetes)).toList();
    }

    public boolean hasSeveralControlPlanes() {
        return machines(Role.CONTROL_PLANE).size() > 1;
    }

    public boolean hasWindows() {
        return machines.stream().anyMatch(Machine::isWindows);
    }

    public List<Machine> windowsMachines() {
        return machines.stream().filter(Machine::isWindows).toList();
    }

    public List<Machine> madeMachines() {
        return machines.stream().filter(machine -> !machine.isSimulated()).toList();
    }

    /** Machines that are only a node: all Windows machines, or none. */
    public List<Machine> simulatedMachines() {
        return machines.stream().filter(Machine::isSimulated).toList();
    }

    public List<Machine> madeWindowsMachines() {
        return windowsMachines().stream().filter(machine -> !machine.isSimulated()).toList();
    }

    /** Whether Linux machines hold virtual gateways for the pods of Windows machines. */
    public boolean hasGateways() {
        return network.mode().traits().gateways() > 0 && hasWindows();
    }

    /**
     * Linux machines that may hold the virtual gateways, workers first. None if the mode has no gateways, or machines
     * of another cluster hold them.
     */
    public List<Machine> gateways() {
        if (network.mode().traits().gateways() == 0 || joinsExisting()) {
            return List.of();
        }
        return Stream.of(Role.WORKER, Role.CONTROL_PLANE).flatMap(role -> machines(role).stream())
                .filter(machine -> !machine.isWindows()).limit(GATEWAYS).toList();
    }

    /** The registry beside the lab, if it has one. */
    public Optional<Registry> ownRegistry() {
        return registries.stream().filter(Registry.ofLab(network.machines())::equals).findFirst();
    }

    public Optional<Machine> machine(String machineName) {
        return machines.stream().filter(machine -> machine.name().equals(machineName)).findFirst();
    }
}
