package org.hybridlab.check.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.NodeClocks;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.cluster.api.Rollout;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.PodNetworkPlugin;
import tools.jackson.databind.JsonNode;

/**
 * Pods of Kubernetes and the pod network are ready, have not restarted lately, and are as many as desired. Skips pods
 * of nodes that are not Ready, which another check reports. Skips ended pods, which controllers have replaced.
 */
public final class SystemPodsStable implements Check {
    static final String ID = "system-pods";
    private static final List<String> NAMESPACES = PodNetworkPlugin.systemNamespaces();

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "The system's pods are ready and stay up";
    }

    @Override
    public String how() {
        return "readiness and last restart of every pod in %s, and what controllers want there"
                .formatted(String.join(" and ", NAMESPACES));
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        Duration stable = context.timeouts().stable();
        return context.watch("no system pod has restarted for " + stable.toSeconds() + " s",
                context.timeouts().within().plus(stable), () -> look(context, stable));
    }

    private static Observation look(CheckContext context, Duration stable) {
        List<Node> nodes = context.cluster().nodes();
        Set<String> ready = nodes.stream().filter(Node::ready).map(Node::name).collect(Collectors.toSet());
        Set<String> simulated = context.simulatedNodes();
        Set<String> touched = new HashSet<>();
        NodeClocks clocks = NodeClocks.of(context.cluster().api());
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        List<Pod> there = new ArrayList<>();
        for (Pod pod : context.cluster().pods()) {
            if (!NAMESPACES.contains(pod.namespace()) || pod.ended()
                    || pod.node().filter(node -> !ready.contains(node)).isPresent()) {
                continue;
            }
            pod.node().filter(simulated::contains).ifPresent(touched::add);
            there.add(pod);
            evidence.add("%s on %s: %s, %d restarts".formatted(pod.name(), pod.node().orElse("no node"),
                    pod.readiness(), pod.restarts()));
            Optional<Duration> up = sinceRestart(pod, clocks);
            if (!pod.ready()) {
                complaints.add("%s is not ready: %s".formatted(pod.name(), pod.readiness()));
            } else if (up.filter(since -> since.compareTo(stable) < 0).isPresent()) {
                complaints.add("%s restarted %d s ago".formatted(pod.name(), Math.max(0, up.get().toSeconds())));
            }
        }
        if (evidence.isEmpty()) {
            complaints.add("there is not a single system pod");
        }
        List<String> unmade = Stream.concat(unmade(context, nodes).stream(), unnoted(context, nodes, there)).toList();
        complaints.addAll(0, unmade);
        if (complaints.isEmpty() && ready.containsAll(namesOfLab(context))) {
            complaints.addAll(missing(context, there.stream().map(Pod::name).collect(Collectors.toSet())));
            complaints.addAll(unserved(context, there));
            if (ready.size() == nodes.size()) {
                // Otherwise their pods may be on a node that is not the lab's.
                complaints.addAll(unfinished(context));
            }
        }
        return Observation.of(complaints, "All %d system pods are ready, none restarted in the last %d s."
                .formatted(evidence.size(), stable.toSeconds()), evidence).with(touched)
                .hopelessIf(!unmade.isEmpty() || isHopeless(context, there));
    }

    private static boolean isHopeless(CheckContext context, List<Pod> pods) {
        return NAMESPACES.stream().anyMatch(namespace -> {
            List<Pod> unready = pods.stream().filter(pod -> pod.namespace().equals(namespace) && !pod.ready()).toList();
            return !unready.isEmpty() && context.prospects().hopeless(namespace, unready).isPresent();
        });
    }

    private static Set<String> namesOfLab(CheckContext context) {
        return context.lab().nodes().stream().map(Machine::name).collect(Collectors.toSet());
    }

    /** Static pods have no controller. */
    private static List<String> missing(CheckContext context, Set<String> names) {
        Lab lab = context.lab();
        if (lab.joinsExisting()) {
            return List.of();
        }
        return lab.machines().stream().filter(Machine::isControlPlane).flatMap(machine -> staticPods(lab).stream()
                .map(component -> component + "-" + machine.name())).filter(pod -> !names.contains(pod))
                .map(pod -> pod + " is missing").toList();
    }

    public static List<String> staticPods(Lab lab) {
        List<String> components = new ArrayList<>(List.of("kube-apiserver", "kube-controller-manager",
                "kube-scheduler"));
        if (!lab.hasExternalEtcd()) {
            components.add("etcd");
        }
        return components;
    }

    /** Without them pods start on no node, and no controller recreates them. */
    private static List<String> unmade(CheckContext context, List<Node> nodes) {
        Lab lab = context.lab();
        if (lab.joinsExisting()) {
            return List.of();
        }
        PodNetworkPlugin plugin = lab.network().plugin();
        return Stream.concat(unmade(context, "Deployment", List.of("coredns"), nodes), unmade(context, "DaemonSet",
                List.of("kube-proxy", plugin.objects().daemonSet()), nodes)).toList();
    }

    /** Other nodes of the pod network do not know such a node. */
    private static Stream<String> unnoted(CheckContext context, List<Node> nodes, List<Pod> pods) {
        PodNetworkPlugin plugin = context.lab().network().plugin();
        PodNetworkPlugin.Objects objects = plugin.objects();
        return context.lab().joinsExisting() ? Stream.of() : nodes.stream().filter(node -> node.ready()
                && !node.simulated() && !node.annotations().containsKey(objects.nodeNote()) && pods.stream()
                .anyMatch(pod -> pod.isOf(objects.namespace(), objects.selector()) && pod.ready()
                        && pod.node().filter(node.name()::equals).isPresent() && pod.lastStart().flatMap(start ->
                        node.readySince().filter(start::isBefore)).isPresent())).map(node ->
                "%s runs on %s since before its node was made again".formatted(plugin.title(), node.name()));
    }

    /** An empty list may be an incomplete answer. */
    private static Stream<String> unmade(CheckContext context, String kind, List<String> names, List<Node> nodes) {
        List<JsonNode> all = context.cluster().workloads(kind).toList();
        return names.stream().filter(name -> !all.isEmpty()).flatMap(name -> all.stream().filter(one -> one
                .path("metadata").path("name").asString("").startsWith(name)).findFirst()
                .map(one -> nodes.stream().anyMatch(node -> selects(one, node)) ? Stream.<String>of()
                        : Stream.of("%s selects no node".formatted(new Rollout(kind, one).reference())))
                .orElseGet(() -> Stream.of("there is no %s/%s".formatted(kind.toLowerCase(Locale.ROOT), name))));
    }

    private static boolean selects(JsonNode workload, Node node) {
        return workload.path("spec").path("template").path("spec").path("nodeSelector").properties().stream()
                .allMatch(label -> label.getValue().asString("").equals(node.labels().get(label.getKey())));
    }

    /** A DaemonSet that is missing, or kept off nodes, wants no pods. */
    private static List<String> unserved(CheckContext context, List<Pod> pods) {
        Lab lab = context.lab();
        if (lab.joinsExisting()) {
            return List.of();
        }
        PodNetworkPlugin plugin = lab.network().plugin();
        return Stream.of(new OnEachNode("kube-proxy", "kube-system", "k8s-app=kube-proxy"),
                new OnEachNode(plugin.title(), plugin.objects().namespace(), plugin.objects().selector()))
                .flatMap(wanted -> lab.nodes().stream().filter(machine -> machine.os() == Os.LINUX)
                        .filter(machine -> pods.stream().noneMatch(pod -> wanted.has(pod, machine)))
                        .map(machine -> "there is no pod of %s on %s".formatted(wanted.title, machine.name())))
                .toList();
    }

    /**
     * Pods on each Linux node.
     *
     * @param selector a label, as {@code key=value}
     */
    private record OnEachNode(String title, String namespace, String selector) {
        boolean has(Pod pod, Machine machine) {
            return pod.isOf(namespace, selector) && pod.node().filter(machine.name()::equals).isPresent();
        }
    }

    private static Optional<Duration> sinceRestart(Pod pod, NodeClocks clocks) {
        Optional<Instant> restart = pod.lastRestart();
        return restart.map(moment -> clocks.since(pod.node().orElse(""), moment));
    }

    /** Missing pods have no status. */
    private static List<String> unfinished(CheckContext context) {
        return Stream.of("Deployment", "DaemonSet").flatMap(kind -> context.cluster().workloads(kind)
                .filter(live -> NAMESPACES.contains(live.path("metadata").path("namespace").asString()))
                .flatMap(live -> new Rollout(kind, live).complaint().stream())).toList();
    }
}
