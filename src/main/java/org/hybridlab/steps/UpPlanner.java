package org.hybridlab.steps;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Plan;

/**
 * The plan of {@code up}, made by one planner for each part. In what order they stand here is for readers: what needs
 * what is all that keeps steps from running at the same time.
 */
public final class UpPlanner {
    /** If this one fails, nothing of the lab stands on the host. */
    public static final String HOST_NETWORK = "host-network-ready";
    static final String CLUSTER_KNOWN = "cluster-known";

    private UpPlanner() {
    }

    /** Pure: touches neither the host nor a machine. */
    public static Plan plan(LabContext tools) {
        return new Plan(Stream.of(
                // Box, the lab's network, machines.
                MachinePlanner.of(tools),
                // What they join: etcd, control plane, pod network, addons; or what is there of others.
                ClusterPlanner.of(tools),
                MetricsPlanner.of(tools),
                JoinPlanner.of(tools),
                WindowsPlanner.of(tools),
                // What a time that is over did otherwise.
                ClassicPlanner.of(tools),
                // Machines of which there is a node only.
                SimulationPlanner.of(tools),
                AppPlanner.of(tools)).flatMap(List::stream).toList());
    }

    /** The step after which there is a cluster to join. */
    static String clusterIsThere(Lab lab) {
        return lab.joinsExisting() ? CLUSTER_KNOWN : id("control-plane-initialised", lab.firstControlPlane());
    }

    /** The step after which it has flannel. */
    static String podNetworkIsThere(Lab lab) {
        return lab.joinsExisting() ? CLUSTER_KNOWN : "pod-network-applied";
    }

    /** The step after which kubeadm may run on the machine. */
    static String readyForKubeadm(Lab lab, Machine machine) {
        if (ClassicRendering.isOf(lab)) {
            return id("machine-equipped", machine);
        }
        return id(lab.registries().isEmpty() ? "machine-prepared" : "registries-known", machine);
    }

    /** The step after which the cluster has the machine's node. */
    static String joined(Lab lab, Machine machine) {
        return id(lab.joining().contains(machine) ? "node-joined" : "control-plane-initialised", machine);
    }

    static String id(String kind, Machine machine) {
        return kind + "/" + machine.name();
    }

    static List<Machine> linux(List<Machine> machines) {
        return machines.stream().filter(machine -> !machine.isWindows()).toList();
    }
}
