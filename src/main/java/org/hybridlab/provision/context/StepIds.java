package org.hybridlab.provision.context;

import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;

/** Ids of steps that other steps need, so that planners need not know each other. */
public final class StepIds {
    /** If this one fails, nothing of the lab stands on the host. */
    public static final String HOST_NETWORK = "host-network-ready";
    /** The same in a reset, which leaves machines and what is known of them. */
    public static final String RESET_NETWORK = "reset-network-ready";
    public static final String RESET_NOTED = "reset-noted";
    public static final String CLUSTER_KNOWN = "cluster-known";
    public static final String BOX_READY = "box-ready";
    /** The same in a reset, of which machines are made again. */
    public static final String RESET_BOX = "reset-box-ready";
    /** Of a machine. */
    public static final String MACHINE_RUNNING = "machine-running";
    /** Of a machine. */
    public static final String MACHINE_GONE = "machine-gone";
    public static final String CONTROL_PLANE_UNTAINTED = "control-plane-untainted";
    public static final String METRICS_SERVED = "metrics-served";
    /** Of a machine. */
    public static final String NODE_DRAINED = "node-drained";
    /** Of a machine. */
    public static final String NODE_LEFT = "node-left";
    /** With DaemonSets, which nothing takes out of the cluster again. */
    public static final String WINDOWS_PODS = "windows-pods-applied";
    public static final String SYSTEM_PODS = "system-pods-ready";
    /** Of an app. */
    public static final String APP_READY = "app-ready";
    /** Of a machine. */
    public static final String NODE_READY = "node-ready";
    /** Of a machine of which there is a node only. */
    public static final String NODE_SIMULATED = "node-simulated";
    /** Of a machine that is for etcd alone. */
    public static final String ETCD_MEMBER_RUNNING = "etcd-member-running";
    /** Of a reset: from here on, nothing that happened since the snapshot counts. */
    public static final String WORKSPACE_SET_BACK = "workspace-set-back";
    private static final Set<String> WAITS = Set.of(NODE_READY, APP_READY);

    private StepIds() {
    }

    /** The step after which there is a cluster to join. */
    public static String clusterIsThere(Lab lab) {
        return lab.joinsExisting() ? CLUSTER_KNOWN : id("control-plane-initialised", lab.firstControlPlane());
    }

    /** Whether the step waits for a node or pods that are there, and takes no pod from its node. */
    public static boolean onlyWaits(String step) {
        return step.equals(SYSTEM_PODS) || WAITS.contains(step.replaceFirst("/.*", ""));
    }

    /** Whether the step is done once pods are ready, on whatever node they are. */
    public static boolean looksAtPods(String step) {
        return step.equals(SYSTEM_PODS) || step.equals(METRICS_SERVED) || step.startsWith(APP_READY + "/");
    }

    /** The step after which it has flannel. */
    public static String podNetworkIsThere(Lab lab) {
        return lab.joinsExisting() ? CLUSTER_KNOWN : "pod-network-applied";
    }

    /** The step after which kubeadm may run on the machine. */
    public static String readyForKubeadm(Lab lab, Machine machine) {
        return id(lab.registries().isEmpty() ? "machine-prepared" : "registries-known", machine);
    }

    /** The step after which the machine is part of the cluster: it has its node, or etcd has its member. */
    public static String joined(Lab lab, Machine machine) {
        if (machine.isEtcd()) {
            return id(ETCD_MEMBER_RUNNING, machine);
        }
        if (machine.isSimulated()) {
            return id(NODE_SIMULATED, machine);
        }
        return id(lab.joining().contains(machine) ? "node-joined" : "control-plane-initialised", machine);
    }

    public static String id(String kind, Machine machine) {
        return kind + "/" + machine.name();
    }

    public static List<Machine> linux(List<Machine> machines) {
        return machines.stream().filter(machine -> !machine.isWindows()).toList();
    }
}
