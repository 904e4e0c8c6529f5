package org.hybridlab.config.model;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A lab, complete and consistent in itself: every default is filled in, every machine has its address. Reading the
 * same file for the same machine network gives an equal lab.
 *
 * @param containerd empty: the one that hybridlab's bundle carries
 * @param provider empty: the best one that the host can run
 * @param cluster that the machines join; empty: the lab makes its own, and then one of them is a control plane
 * @param untaint whether control planes also run ordinary pods
 * @param metrics whether a metrics server runs in the cluster
 * @param time of the machines' clocks
 * @param registries that containerd treats in a way of their own
 */
public record Lab(String name, KubernetesVersion kubernetes, Optional<ContainerdVersion> containerd,
                  Optional<ProviderName> provider, Optional<ExistingCluster> cluster, Network network,
                  List<Machine> machines, boolean untaint, boolean metrics, List<App> apps, List<CheckSpec> checks,
                  Outside outside, TimeSettings time, List<Registry> registries) {
    /** Keepalived peers of a virtual gateway: as many as the upstream text has. */
    private static final int GATEWAYS = 3;

    public Lab {
        machines = List.copyOf(machines);
        apps = List.copyOf(apps);
        checks = List.copyOf(checks);
        registries = List.copyOf(registries);
    }

    /** A lab that makes a cluster of its own, without metrics, and treats no registry in a way of its own. */
    public Lab(String name, KubernetesVersion kubernetes, Optional<ContainerdVersion> containerd,
               Optional<ProviderName> provider, Network network, List<Machine> machines, boolean untaint,
               List<App> apps, List<CheckSpec> checks, Outside outside) {
        this(name, kubernetes, containerd, provider, Optional.empty(), network, machines, untaint, false, apps,
                checks, outside, TimeSettings.NONE, List.of());
    }

    public List<Machine> machines(Role role) {
        return machines.stream().filter(machine -> machine.role() == role).toList();
    }

    /** The lab on a provider that was chosen for it. */
    public Lab on(ProviderName chosen) {
        return new Lab(name, kubernetes, containerd, Optional.of(chosen), cluster, network, machines, untaint,
                metrics, apps, checks, outside, time, registries);
    }

    /** The lab, whose machines ask no proxy for this host. */
    public Lab withoutProxyTo(String host) {
        return new Lab(name, kubernetes, containerd, provider, cluster, network, machines, untaint, metrics, apps,
                checks, outside.withoutProxyTo(host), time, registries);
    }

    /** Every version of Kubernetes that some machine runs, oldest first. */
    public SortedSet<KubernetesVersion> kubernetesVersions() {
        SortedSet<KubernetesVersion> versions = new TreeSet<>(Set.of(kubernetes));
        machines.forEach(machine -> versions.add(machine.kubernetes()));
        return versions;
    }

    /** Whether the control plane is not ours: no machine of the lab is one, and none may be asked for. */
    public boolean joinsExisting() {
        return cluster.isPresent();
    }

    /**
     * The control plane that {@code kubeadm init} runs on.
     *
     * @throws IllegalStateException if the lab joins a cluster that is not ours; ask {@link #joinsExisting()} first
     */
    public Machine firstControlPlane() {
        return machines(Role.CONTROL_PLANE).stream().findFirst().orElseThrow(() -> new IllegalStateException(
                name + " has no control plane of its own: its machines join another cluster"));
    }

    /** The first machine that is a node: the control plane, or, in a cluster that is not ours, a worker. */
    public Machine firstNode() {
        return joinsExisting() ? nodes().get(0) : firstControlPlane();
    }

    /** Where machines reach the API server of a control plane that is ours. */
    public Ipv4 apiAddress() {
        return network.virtualAddress().orElseGet(() -> firstControlPlane().address());
    }

    /** The nodes that can answer for an app's page, in the order to try: {@link #firstNode()}, then Linux ones. */
    public List<Machine> pageNodes() {
        return Stream.concat(Stream.of(firstNode()), nodes().stream()
                        .sorted(Comparator.comparing(Machine::isWindows))).distinct()
                .filter(machine -> !machine.isSimulated()).toList();
    }

    /** All machines that join: what {@link #firstControlPlane()} began, or a cluster that is not ours. */
    public List<Machine> joining() {
        return nodes().stream().filter(machine -> joinsExisting() || machine != firstControlPlane()).toList();
    }

    /** All machines that Kubernetes sees. */
    public List<Machine> nodes() {
        return machines.stream().filter(machine -> !machine.isEtcd()).toList();
    }

    /** Whether etcd has machines of its own, rather than a place beside each control plane. */
    public boolean hasExternalEtcd() {
        return !machines(Role.ETCD).isEmpty();
    }

    /** The machines that have a member of etcd each. */
    public List<Machine> etcdMembers() {
        return machines(hasExternalEtcd() ? Role.ETCD : Role.CONTROL_PLANE);
    }

    /** The nodes whose kubelet is of another version than the lab's. */
    public List<Machine> nodesOfOtherVersions() {
        return nodes().stream().filter(machine -> !machine.kubernetes().equals(kubernetes)).toList();
    }

    public boolean hasSeveralControlPlanes() {
        return machines(Role.CONTROL_PLANE).size() > 1;
    }

    public boolean hasWindows() {
        return machines.stream().anyMatch(Machine::isWindows);
    }

    /** The Windows machines, in the order of the file. */
    public List<Machine> windowsMachines() {
        return machines.stream().filter(Machine::isWindows).toList();
    }

    /** The machines that the provider makes: all but those that are simulated. */
    public List<Machine> madeMachines() {
        return machines.stream().filter(machine -> !machine.isSimulated()).toList();
    }

    /** The machines of which there is a node only; either all Windows machines, or none. */
    public List<Machine> simulatedMachines() {
        return machines.stream().filter(Machine::isSimulated).toList();
    }

    /** The Windows machines that the provider makes. */
    public List<Machine> madeWindowsMachines() {
        return windowsMachines().stream().filter(machine -> !machine.isSimulated()).toList();
    }

    /** Whether the pods of Windows machines have virtual gateways that Linux machines hold by turns. */
    public boolean hasGateways() {
        return network.mode().traits().gateways() > 0 && hasWindows();
    }

    /**
     * The Linux machines that may hold Windows machines' virtual gateways, workers first; none if no mode needs it, or
     * if machines of a cluster that is not ours do.
     */
    public List<Machine> gateways() {
        if (network.mode().traits().gateways() == 0 || joinsExisting()) {
            return List.of();
        }
        return Stream.of(Role.WORKER, Role.CONTROL_PLANE).flatMap(role -> machines(role).stream())
                .filter(machine -> !machine.isWindows()).limit(GATEWAYS).toList();
    }

    public Optional<Machine> machine(String machineName) {
        return machines.stream().filter(machine -> machine.name().equals(machineName)).findFirst();
    }
}
