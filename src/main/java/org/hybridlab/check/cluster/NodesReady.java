package org.hybridlab.check.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.NodeClocks;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.config.model.Machine;

/** Every machine is a Ready node at its own address, and of the lab file's version. */
public final class NodesReady implements Check {
    public static final String ID = "nodes";
    /** A kubelet renews its Lease every ten seconds. */
    private static final Duration SILENT = Duration.ofSeconds(30);
    /** A node that is not Ready may be starting. */
    private static final Duration LOST = Duration.ofSeconds(40);

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Every node is Ready, at the address of its machine";
    }

    @Override
    public String how() {
        return "the API server's nodes against the lab file's machines";
    }

    @Override
    public Verdict judge(CheckContext context) {
        return context.watch("all nodes are Ready at their machines' addresses", () -> look(context));
    }

    private Observation look(CheckContext context) {
        Duration answer = context.timeouts().answer();
        try (Parallel beside = new Parallel(1, context.cancellation())) {
            // An API server whose etcd just ended answers slowly. Machines soon tell more.
            CompletableFuture<Boolean> ready = beside.begin(() -> context.cancellation().within(answer,
                    own -> context.cluster().api().isReady()).orElse(false));
            List<String> faults = context.faults().get();
            if (!faults.isEmpty()) {
                return Observation.of(faults, "", List.of()).hopelessIf(true);
            }
            if (!Parallel.join(ready)) {
                // It tells why, unless it is starting.
                context.cancellation().within(answer, own -> context.cluster().nodes());
                return new Observation(false, "The API server is not ready.", List.of());
            }
        }
        // An API server whose etcd just ended answers some requests only.
        return context.cancellation().within(answer, own -> nodes(context)).orElseGet(() ->
                new Observation(false, "The API server does not answer all questions.", List.of()));
    }

    private static Observation nodes(CheckContext context) {
        NodeClocks clocks = NodeClocks.of(context.cluster().api());
        Map<String, Node> nodes = context.cluster().nodes().stream()
                .collect(Collectors.toMap(Node::name, Function.identity()));
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Machine machine : context.lab().nodes()) {
            Node node = nodes.get(machine.name());
            if (node == null) {
                complaints.add(machine.name() + " is not a node of the cluster");
            } else {
                evidence.add("%s: %s, at %s, kubelet %s"
                        .formatted(node.name(), node.ready() ? "Ready" + (node.simulated() ? " (simulated)" : "")
                        : "not Ready",
                        String.join(" ", node.addresses()), node.kubelet()));
                complaint(machine, node, complaints);
                silence(node, clocks).ifPresent(complaints::add);
            }
        }
        return Observation.of(complaints, "All %d nodes are Ready at their addresses.".formatted(evidence.size()),
                evidence)
                .with(nodes.values().stream().filter(Node::simulated).map(Node::name).toList())
                // A kubelet registers its node only at its start.
                .hopelessIf(!nodes.keySet().containsAll(context.lab().nodes().stream().map(Machine::name).toList())
                        || nodes.values().stream().anyMatch(node -> !node.ready() && node.readySince()
                        .filter(since -> since.plus(LOST).isBefore(clocks.now())).isPresent()));
    }

    /** Kubernetes reports a node as Ready until it was silent for 40 s or more. */
    private static Optional<String> silence(Node node, NodeClocks clocks) {
        return Optional.ofNullable(clocks.silent().get(node.name()))
                .filter(silent -> node.ready() && !node.simulated() && silent.compareTo(SILENT) > 0)
                .map(silent -> "%s is Ready, but its kubelet was last heard of %d s ago"
                .formatted(node.name(), silent.toSeconds()));
    }

    private static void complaint(Machine machine, Node node, List<String> complaints) {
        if (!node.ready()) {
            complaints.add("%s is not Ready: %s".formatted(node.name(), node.readiness()));
        } else if (!node.internalAddress().orElse("none").equals(machine.address().toString())) {
            complaints.add("%s is a node at %s instead of %s".formatted(node.name(),
                    node.internalAddress().orElse("no address"), machine.address()));
        } else if (!machine.isWindows() && !node.kubelet().equals(machine.kubernetes().tag())) {
            complaints.add("%s runs the kubelet %s instead of %s".formatted(node.name(), node.kubelet(),
                    machine.kubernetes().tag()));
        }
    }
}
