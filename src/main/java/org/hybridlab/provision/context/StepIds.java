package org.hybridlab.provision.context;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;

/** Kinds and ids of steps that other planners name, so that planners need not know each other. */
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
    /** The kind of the first control plane's step. */
    public static final String CONTROL_PLANE_INITIALISED = "control-plane-initialised";
    public static final String ADDONS_APPLIED = "addons-applied";
    /** Of a machine that kubeadm joins. */
    public static final String NODE_JOINED = "node-joined";
    /** Of a node. */
    public static final String KUBERNETES_UPGRADED = "kubernetes-upgraded";
    /** Of a control plane. */
    public static final String ETCD_ENDPOINTS_KNOWN = "etcd-endpoints-known";
    /** Of a machine that leaves. */
    public static final String ETCD_MEMBER_LEFT = "etcd-member-left";
    /** Of a machine. */
    public static final String NODE_DRAINED = "node-drained";
    /** Of a machine. */
    public static final String NODE_LEFT = "node-left";
    /** With DaemonSets, which nothing takes out of the cluster again. */
    public static final String WINDOWS_PODS = "windows-pods-applied";
    public static final String SYSTEM_PODS = "system-pods-ready";
    /** Of an app. */
    public static final String APP_APPLIED = "app-applied";
    /** Of an app that the lab file no longer names. */
    public static final String APP_REMOVED = "app-removed";
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
    /** Kinds of steps that are done once pods are ready, on whatever node. */
    public static final Set<String> AWAIT_PODS = kinds(Addons.installed().stream()
            .map(StepIds::addonServed), APP_READY, SYSTEM_PODS);
    /** Kinds of steps that wait until no machine is upgraded or resized any more, which drains its node. */
    public static final Set<String> AFTER_MACHINES = kinds(Addons.installed().stream().flatMap(addon ->
            Stream.of(addonProgramsReady(addon), addonServed(addon), addonRemoved(addon))), APP_APPLIED, APP_REMOVED,
            SYSTEM_PODS);
    private static final Set<String> WAITS = Set.of(NODE_READY, APP_READY);

    private StepIds() {
    }

    private static Set<String> kinds(Stream<String> ofAddons, String... others) {
        return Stream.concat(ofAddons, Stream.of(others)).collect(Collectors.toUnmodifiableSet());
    }

    /** The step after which the host has the addon's programs. */
    public static String addonProgramsReady(Addon addon) {
        return addon.name() + "-bundle-ready";
    }

    /** The step after which the addon runs. */
    public static String addonServed(Addon addon) {
        return addon.name() + "-served";
    }

    /** The step after which the cluster has nothing of the addon. */
    public static String addonRemoved(Addon addon) {
        return addon.name() + "-removed";
    }

    /** The step after which there is a cluster to join. */
    public static String clusterIsThere(Lab lab) {
        return lab.joinsExisting() ? CLUSTER_KNOWN : id(CONTROL_PLANE_INITIALISED, lab.firstControlPlane());
    }

    /** Whether the step waits for a node or pods that are there, and takes no pod from its node. */
    public static boolean onlyWaits(String step) {
        return step.equals(SYSTEM_PODS) || WAITS.contains(step.replaceFirst("/.*", ""));
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
