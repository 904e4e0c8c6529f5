package org.hybridlab.provision.context;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;

/** Kinds and ids of steps that several planners use. Most kinds have a machine, node or app as subject. */
public final class StepIds {
    /** If it fails, nothing of the lab is on the host. */
    public static final String HOST_NETWORK = "host-network-ready";
    public static final String RESET_NETWORK = "reset-network-ready";
    public static final String RESET_NOTED = "reset-noted";
    public static final String CLUSTER_KNOWN = "cluster-known";
    public static final String BOX_READY = "box-ready";
    public static final String RESET_BOX = "reset-box-ready";
    public static final String MACHINE_RUNNING = "machine-running";
    public static final String MACHINE_GONE = "machine-gone";
    public static final String CONTROL_PLANE_UNTAINTED = "control-plane-untainted";
    public static final String CONTROL_PLANE_INITIALISED = "control-plane-initialised";
    public static final String ADDONS_APPLIED = "addons-applied";
    /** For a machine that kubeadm joins. */
    public static final String NODE_JOINED = "node-joined";
    public static final String KUBERNETES_UPGRADED = "kubernetes-upgraded";
    public static final String ETCD_ENDPOINTS_KNOWN = "etcd-endpoints-known";
    public static final String ETCD_MEMBER_LEFT = "etcd-member-left";
    public static final String NODE_DRAINED = "node-drained";
    public static final String NODE_LEFT = "node-left";
    /** With DaemonSets, which nothing removes from the cluster. */
    public static final String WINDOWS_PODS = "windows-pods-applied";
    public static final String SYSTEM_PODS = "system-pods-ready";
    public static final String APP_APPLIED = "app-applied";
    public static final String MANIFESTS_ACCEPTED = "manifests-accepted";
    /** For an app that left the lab file. */
    public static final String APP_REMOVED = "app-removed";
    public static final String APP_READY = "app-ready";
    public static final String NODE_READY = "node-ready";
    public static final String NODE_SIMULATED = "node-simulated";
    /** For a machine of etcd alone. */
    public static final String ETCD_MEMBER_RUNNING = "etcd-member-running";
    /** In a reset: no change since the snapshot counts from here on. */
    public static final String WORKSPACE_SET_BACK = "workspace-set-back";
    /** Steps that wait for pods, on any node. */
    public static final Set<String> AWAIT_PODS = Set.of(APP_READY, SYSTEM_PODS);
    /** Steps that wait until no machine is upgraded or resized, which drains its node. */
    public static final Set<String> AFTER_MACHINES = Stream.concat(Addons.installed().stream().flatMap(addon ->
            Stream.of(addonProgramsReady(addon), addonServed(addon), addonRemoved(addon))), Stream.of(APP_APPLIED,
            APP_REMOVED, MANIFESTS_ACCEPTED, SYSTEM_PODS)).collect(Collectors.toUnmodifiableSet());
    private static final Set<String> WAITS = Set.of(NODE_READY, APP_READY);

    private StepIds() {
    }

    public static String addonProgramsReady(Addon addon) {
        return addon.name() + "-bundle-ready";
    }

    /** For each Linux node. */
    public static String addonOnNode(Addon addon) {
        return addon.name() + "-on-node";
    }

    public static String addonServed(Addon addon) {
        return addon.name() + "-served";
    }

    public static String addonRemoved(Addon addon) {
        return addon.name() + "-removed";
    }

    public static String clusterIsThere(Lab lab) {
        return lab.joinsExisting() ? CLUSTER_KNOWN : id(CONTROL_PLANE_INITIALISED, lab.firstControlPlane());
    }

    /** Whether the step waits for a node or pods that exist, and moves no pod. */
    public static boolean onlyWaits(String step) {
        return step.equals(SYSTEM_PODS) || WAITS.contains(step.replaceFirst("/.*", ""));
    }

    public static String podNetworkIsThere(Lab lab) {
        return lab.joinsExisting() ? CLUSTER_KNOWN : "pod-network-applied";
    }

    public static String readyForKubeadm(Lab lab, Machine machine) {
        return id(lab.registries().isEmpty() ? "machine-prepared" : "registries-known", machine);
    }

    /** It has its node, or etcd has its member. */
    public static String joined(Lab lab, Machine machine) {
        if (machine.isEtcd()) {
            return id(ETCD_MEMBER_RUNNING, machine);
        }
        if (machine.isSimulated()) {
            return id(NODE_SIMULATED, machine);
        }
        return id(lab.joining().contains(machine) ? NODE_JOINED : CONTROL_PLANE_INITIALISED, machine);
    }

    public static String id(String kind, Machine machine) {
        return id(kind, machine.name());
    }

    /** @param subject a machine or an app */
    public static String id(String kind, String subject) {
        return kind + "/" + subject;
    }

    public static List<Machine> linux(List<Machine> machines) {
        return machines.stream().filter(machine -> !machine.isWindows()).toList();
    }
}
