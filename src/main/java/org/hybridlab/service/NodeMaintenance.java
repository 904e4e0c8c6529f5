package org.hybridlab.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.NodeDrain;
import org.hybridlab.cluster.api.NodeDrain.NodePods;
import org.hybridlab.cluster.api.NodeDrain.Remaining;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.rules.core.Suggestion;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.context.NodeCordon;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.JoinedCluster;
import org.hybridlab.provision.state.NodeLabel;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.hybridlab.service.lab.LabAccess;

public final class NodeMaintenance {
    private final Cluster cluster;
    private final String machine;
    private final String lab;
    private final Predicate<Node> ours;
    private final ServiceListener listener;

    /** @param ours whether a node is one of the lab's */
    NodeMaintenance(Cluster cluster, String machine, String lab, Predicate<Node> ours, ServiceListener listener) {
        this.cluster = cluster;
        this.machine = machine;
        this.lab = lab;
        this.ours = ours;
        this.listener = listener;
    }

    public static NodeMaintenance of(LabAccess lab, String machine, ServiceContext context) {
        Optional<LabId> id = new KnownLabs(context.folders()).find(lab.workspace().folder()).map(CreatedLab::id);
        boolean joined = new JoinedCluster(lab.workspace()).isJoined();
        return new NodeMaintenance(Cluster.at(lab.kubeconfig()), machine, lab.word(),
                node -> !joined || id.filter(one -> NodeLabel.isOf(one, node)).isPresent(), context.listener());
    }

    /**
     * Result of a drain, and the shape of its {@code --output json}.
     *
     * @param drained whether all pods that could move are gone
     * @param moved pods that left the node
     * @param replacements pods that their controllers created, also on this node if they tolerate the cordon
     * @param staying pods of DaemonSets and of the kubelet
     * @param blocked pods that are still there
     */
    public record Drain(String machine, boolean drained, List<MovedPod> moved, List<NewPod> replacements,
                        List<String> staying, List<BlockedPod> blocked) {
    }

    /** @param controller such as {@code ReplicaSet/web-7d9}; empty: nothing creates it again */
    public record MovedPod(String pod, Optional<String> controller) {
    }

    /** @param node empty: not scheduled yet */
    public record NewPod(String pod, Optional<String> node, String state) {
    }

    public record BlockedPod(String pod, String why) {
    }

    /** @param changed whether the node was cordoned */
    public record Uncordon(String machine, boolean changed) {
    }

    /** @param failure empty: the node is drained */
    public record DrainResult(Drain drain, Optional<LabException> failure) {
    }

    /**
     * Cordons the node, and waits until its pods are elsewhere.
     *
     * @param unmanaged whether to delete pods without a controller
     * @param localData whether to delete pods with emptyDir volumes, whose data is lost
     * @throws LabException {@code node-unknown}, {@code node-not-of-lab} or {@code drain-loses} (exit 2); nothing has
     * changed then
     */
    public DrainResult drain(boolean unmanaged, boolean localData, Duration within, Cancellation cancellation) {
        Node node = node();
        NodeDrain drain = new NodeDrain(cluster, machine);
        refuseToLose(drain.look(), unmanaged, localData);
        List<Pod> before = cluster.pods();
        cluster.cordon(machine);
        NodePods pods;
        try {
            // Before the cordon, more pods could come.
            pods = drain.look();
            refuseToLose(pods, unmanaged, localData);
        } catch (LabException e) {
            asBefore(node);
            throw e;
        }
        Map<String, String> refused = new LinkedHashMap<>();
        Set<String> saidOf = new LinkedHashSet<>();
        List<Remaining> left = new ArrayList<>();
        Optional<LabException> failure = Optional.empty();
        try {
            Wait.until("no pod is left on " + machine + " that could run elsewhere", within)
                    .orFail("node-not-drained", "")
                    .that(() -> round(drain, pods, node.ready(), left, refused, saidOf), List::isEmpty,
                            remaining -> "pods that are left: " + remaining.size(), cancellation);
        } catch (LabException e) {
            if (!e.id().equals("node-not-drained")) {
                staysCordoned();
                throw e;
            }
            LabException told = LabException.labFailed(e.id(), e.what(), advice(refused));
            failure = Optional.of(e.why().map(told::because).orElse(told));
        }
        return new DrainResult(result(pods, before, left, refused), failure);
    }

    /** Restores the cordon and hybridlab's own note as they were before. */
    private void asBefore(Node node) {
        try {
            if (!node.cordoned()) {
                cluster.uncordon(machine);
            } else if (NodeCordon.isOn(node)) {
                cluster.cordonWithNote(machine);
            }
        } catch (LabException e) {
            staysCordoned();
        }
    }

    private void staysCordoned() {
        listener.message("%s stays cordoned. Drain it again, or take it back: hybridlab uncordon %s %s"
                .formatted(machine, lab, machine));
    }

    /** Pods on a silent kubelet stay until it answers. Their replacements exist already. */
    private List<Remaining> round(NodeDrain drain, NodePods pods, boolean ready, List<Remaining> left,
                                  Map<String, String> refused, Set<String> told) {
        List<Remaining> remaining = drain.evict(pods.moving()).stream()
                .filter(one -> ready || !one.pod().deleting() && one.refused().isPresent()).toList();
        left.clear();
        left.addAll(remaining);
        refused.clear();
        remaining.forEach(one -> one.refused().ifPresent(why -> {
            refused.put(name(one.pod()), why);
            if (told.add(name(one.pod()))) {
                listener.message("%s may not go yet: %s".formatted(name(one.pod()), why));
            }
        }));
        return remaining;
    }

    private Drain result(NodePods pods, List<Pod> before, List<Remaining> left, Map<String, String> refused) {
        Set<String> still = new LinkedHashSet<>(left.stream().map(one -> name(one.pod())).toList());
        List<Pod> gone = pods.moving().stream().filter(pod -> !still.contains(name(pod))).toList();
        return new Drain(machine, left.isEmpty(),
                gone.stream().map(pod -> new MovedPod(name(pod), pod.owner())).toList(),
                NodeDrain.replacements(gone, before, cluster.pods()).stream()
                        .map(pod -> new NewPod(name(pod), pod.node(), pod.readiness())).toList(),
                pods.staying().stream().map(NodeMaintenance::name).toList(),
                left.stream().map(one -> new BlockedPod(name(one.pod()), one.refused()
                        .orElse("it is ending, and has not ended yet"))).toList());
    }

    /** @param refused pods that may not be evicted, with reasons; others only need time */
    private String advice(Map<String, String> refused) {
        String again = refused.isEmpty() ? "Drain it again, with a longer --within"
                : "Give the app more replicas or its disruption budget less to keep, and drain again";
        return "%s stays cordoned. %s; or take it back: hybridlab uncordon %s %s".formatted(machine, again, lab,
                machine);
    }

    private void refuseToLose(NodePods pods, boolean mayLoseUnmanaged, boolean mayLoseData) {
        List<Pod> unmanaged = mayLoseUnmanaged ? List.of() : pods.unmanaged();
        List<Pod> localData = mayLoseData ? List.of() : pods.localData();
        if (unmanaged.isEmpty() && localData.isEmpty()) {
            return;
        }
        List<String> what = new ArrayList<>();
        List<String> flags = new ArrayList<>();
        if (!unmanaged.isEmpty()) {
            what.add("No controller makes %s again.".formatted(names(unmanaged)));
            flags.add("--force");
        }
        if (!localData.isEmpty()) {
            what.add("What is in the emptyDir volumes of %s is lost.".formatted(names(localData)));
            flags.add("--delete-emptydir-data");
        }
        throw LabException.invalid("drain-loses", "Draining %s would lose something: %s".formatted(machine,
                String.join(" ", what)), "Nothing was changed. If you agree to it, add %s."
                .formatted(String.join(" ", flags)));
    }

    private static String names(List<Pod> pods) {
        return String.join(", ", pods.stream().map(NodeMaintenance::name).toList());
    }

    /** @throws LabException {@code node-unknown} or {@code node-not-of-lab} (exit 2) */
    public Uncordon uncordon() {
        boolean cordoned = node().cordoned();
        if (cordoned) {
            cluster.uncordon(machine);
        }
        return new Uncordon(machine, cordoned);
    }

    private Node node() {
        List<Node> nodes = cluster.nodes();
        Node found = nodes.stream().filter(node -> node.name().equals(machine)).findFirst().orElseThrow(() -> {
            List<String> names = nodes.stream().filter(ours).map(Node::name).sorted().toList();
            return LabException.invalid("node-unknown", "The cluster of %s has no node '%s'.".formatted(lab, machine),
                    Suggestion.nearest(machine, names).map("Did you mean '%s'? "::formatted).orElse("")
                            + "The lab's nodes: " + String.join(", ", names) + ".");
        });
        if (!ours.test(found)) {
            throw LabException.invalid("node-not-of-lab", "The node '%s' is not one of the lab %s: the cluster had it "
                    .formatted(machine, lab) + "before.", "Nothing was changed. Use kubectl with that cluster's own "
                            + "kubeconfig.");
        }
        return found;
    }

    private static String name(Pod pod) {
        return pod.namespace() + "/" + pod.name();
    }
}
