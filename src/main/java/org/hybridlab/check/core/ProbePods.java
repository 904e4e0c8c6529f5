package org.hybridlab.check.core;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.cluster.api.ProbeNamespace;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.template.Templates;
import tools.jackson.databind.JsonNode;

/**
 * One small web server on each Linux node, in a namespace of this run's own, and a NodePort service in front of them.
 * They are bound to their nodes by name, so neither taints nor the scheduler matter. Made when first asked for;
 * {@link #close} takes the namespace away with all that is in it.
 *
 * <p>A namespace per run, because a namespace needs seconds to go away, and the next check must not wait for that.
 */
public final class ProbePods implements AutoCloseable {
    public static final int PORT = 8080;
    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final Pattern EXIT = Pattern.compile("exit status (\\d{1,3})");
    /** Of the time that a command may take. */
    private static final int REACHED_PART = 3;
    private static final Duration SHARED = Duration.ofMillis(100);
    /** Longer than any run of checks: another one under way keeps its pods. */
    private static final Duration LEFT_OVER = Duration.ofMinutes(30);

    private final Cluster cluster;
    private final Templates templates;
    private final List<String> machines;
    private final String image;
    private final String namespace;
    /** By name, whether the API server reaches a pod's web server; pods that were not ready yet are not among them. */
    private final Map<String, Boolean> reached = new ConcurrentHashMap<>();
    private boolean begun;
    /** Nodes that got a pod. */
    private final Set<String> made = new HashSet<>();
    /** Those whose pod was seen. */
    private final Set<String> seen = new HashSet<>();
    private boolean closed;
    private Optional<Look> last = Optional.empty();
    /** By {@link System#nanoTime()}. */
    private long lastAt;

    /**
     * @param machines names of the machines that are to have one
     * @param image of agnhost
     * @param namespace not in use, for example {@code hybridlab-check-x7k2p}
     */
    public ProbePods(Cluster cluster, Templates templates, List<String> machines, String image, String namespace) {
        this.cluster = cluster;
        this.templates = templates;
        this.machines = List.copyOf(machines);
        this.image = image;
        this.namespace = namespace;
    }

    public String namespace() {
        return namespace;
    }

    /** Name of the pod on a node. */
    public static String name(String node) {
        return "probe-" + node;
    }

    /**
     * The pods at a moment.
     *
     * @param nodes that are to have one: those that are there and on which something runs
     * @param pods those that there are
     */
    public record Look(List<String> nodes, List<Pod> pods) {
        public Look {
            nodes = List.copyOf(nodes);
            pods = List.copyOf(pods);
        }

        /** Whether every node has a pod that can be used. */
        public boolean isComplete() {
            return !nodes.isEmpty() && missing().isEmpty();
        }

        /** The pods that can be used, sorted by name. */
        private List<Pod> ready() {
            return pods.stream().filter(Pod::ready).sorted(Comparator.comparing(Pod::name)).toList();
        }

        private List<String> missing() {
            Set<String> ready = ready().stream().map(Pod::name).collect(Collectors.toSet());
            return nodes.stream().filter(node -> !ready.contains(name(node))).toList();
        }
    }

    private List<String> nodes() {
        return cluster.nodes().stream().filter(node -> !node.simulated()).map(Node::name).filter(machines::contains)
                .toList();
    }

    /**
     * All probe pods as they are now, or were {@link #SHARED} ago; makes them first if need be. Each check asks on its
     * own, and all of them wait for the same pods.
     */
    public synchronized Look look() {
        mustBeOpen();
        if (last.isEmpty() || System.nanoTime() - lastAt >= SHARED.toNanos()) {
            List<String> nodes = nodes();
            make(nodes);
            last = Optional.of(new Look(nodes, cluster.pods(namespace)));
            forgetGone(last.get());
            lastAt = System.nanoTime();
        }
        return last.get();
    }

    /** A pod that somebody took away is made again by the next look. */
    private void forgetGone(Look look) {
        Set<String> there = look.pods().stream().map(Pod::name).collect(Collectors.toSet());
        made.removeIf(node -> seen.contains(node) && !there.contains(name(node)));
        seen.retainAll(made);
        seen.addAll(made.stream().filter(node -> there.contains(name(node))).toList());
    }

    /**
     * Makes the pods of these nodes, and waits for none; those of others are made by {@link #look}. A node without pod
     * network tries a pod that it gets again only seconds after it has one.
     */
    public synchronized void make(Predicate<String> now) {
        mustBeOpen();
        make(nodes().stream().filter(now).toList());
    }

    private void mustBeOpen() {
        if (closed) {
            // A check that was cut may still look; what it made now nobody would take away.
            throw LabException.interrupted("The checks are over.");
        }
    }

    private void make(List<String> nodes) {
        List<String> fresh = nodes.stream().filter(node -> !made.contains(node)).toList();
        if (begun && fresh.isEmpty()) {
            return;
        }
        if (!begun) {
            removeLeftOvers();
        }
        begun = true;
        cluster.apply(templates.render("check/probes.yaml.ftl", Map.of("namespace", namespace,
                "label", ProbeNamespace.LABEL,
                "image", image, "port", PORT,
                "probes", fresh.stream().map(node -> Map.of("name", name(node), "node", node)).toList())),
                line -> { });
        made.addAll(fresh);
    }

    /** The newest complaint of the kubelet or the scheduler about a pod. */
    public Optional<String> warning(Pod pod) {
        JsonNode events = cluster.api().get("/api/v1/namespaces/%s/events?fieldSelector=type=Warning,"
                .formatted(namespace) + "involvedObject.name=" + pod.name()).path("items");
        return events.isEmpty() ? Optional.empty()
                : Optional.of(pod.name() + ": " + events.path(events.size() - 1).path("message").asString());
    }

    /** The ready probe pods. Throws {@code probes-not-ready} unless every node has one. */
    public List<Pod> everywhere() {
        Look look = look();
        List<Pod> ready = look.ready();
        List<String> missing = look.missing();
        if (!missing.isEmpty() || ready.isEmpty()) {
            throw LabException.labFailed("probes-not-ready", "There is no pod to look from on %s."
                    .formatted(missing.isEmpty() ? "any node" : String.join(", ", missing)),
                    "The check that pods start says why.");
        }
        return ready;
    }

    /** The service in front of the probe pods. */
    public Front front() {
        JsonNode service = cluster.api().get(NAMESPACES + "/" + namespace + "/services/probe").path("spec");
        return new Front(service.path("clusterIP").asString(), service.path("ports").path(0).path("nodePort").asInt());
    }

    /** @param nodePort chosen by the API server, from the part of the range that apps do not use by number */
    public record Front(String clusterIp, int nodePort) {
    }

    /**
     * Runs a command in a Linux pod. Its own web server starts it, which costs both processors and the kubelet a third
     * of {@link #exec}; where the API server does not reach that one, this is {@link #exec}.
     *
     * @return what the command wrote all as stdout
     */
    public ExecResult shell(Pod probe, Duration within, List<String> command) {
        askUnasked(within.dividedBy(REACHED_PART));
        if (reached.getOrDefault(probe.name(), false)) {
            Optional<ExecResult> result = byServer(probe, within, command);
            if (result.isPresent()) {
                return result.get();
            }
            reached.put(probe.name(), false);
        }
        return exec(probe, within, command);
    }

    /**
     * Whether the API server reaches the ready pods. All are asked at the same time, and once: a way to pods that
     * swallows what is sent must not cost each command its time. Each has to say its own name.
     */
    private void askUnasked(Duration within) {
        synchronized (reached) {
            List<Pod> unasked = look().ready().stream().filter(pod -> !reached.containsKey(pod.name())).toList();
            if (!unasked.isEmpty()) {
                try (Parallel parallel = new Parallel(unasked.size(), Cancellation.ofThisThread())) {
                    parallel.map(unasked, pod -> reached.put(pod.name(), byServer(pod, within, List.of("hostname"))
                            .filter(said -> said.output().strip().equals(pod.name())).isPresent()));
                }
            }
        }
    }

    /** Empty if it does not say how the command ended. */
    private Optional<ExecResult> byServer(Pod probe, Duration within, List<String> command) {
        String line = Command.of(command.toArray(String[]::new)).pasteable();
        return cluster.api().throughPod(namespace, probe.name(), PORT, "/shell?shellCommand="
                + URLEncoder.encode(line, StandardCharsets.UTF_8), within).flatMap(ProbePods::result);
    }

    /** As agnhost's netexec says it: {@code {"output": "...", "error": "exit status 7"}}, each only if there is any. */
    private static Optional<ExecResult> result(JsonNode said) {
        Matcher exit = EXIT.matcher(said.path("error").asString("exit status 0"));
        return exit.matches() ? Optional.of(new ExecResult(Integer.parseInt(exit.group(1)),
                said.path("output").asString(""))) : Optional.empty();
    }

    public ExecResult exec(Pod probe, Duration within, List<String> command) {
        return cluster.api().exec(namespace, probe.name(), within, command);
    }

    /** What kubectl users would type for the same. */
    String pasteable(Pod probe, String command) {
        return "kubectl -n %s exec %s -- %s".formatted(namespace, probe.name(), command);
    }

    /** Takes everything away. Returns when the API server has agreed to, some seconds before it is gone. */
    @Override
    public synchronized void close() {
        closed = true;
        if (begun) {
            begun = false;
            // Its pods at once: `kubectl drain` stops at a pod without a controller, also at one that is about to go.
            try {
                cluster.api().delete(NAMESPACES + "/" + namespace + "/pods?gracePeriodSeconds=0");
            } finally {
                cluster.api().delete(NAMESPACES + "/" + namespace);
            }
        }
    }

    /** Like {@link #close}, which may have been called; says what is left if that fails, a sentence for people. */
    public Optional<String> end() {
        try {
            close();
            return Optional.empty();
        } catch (LabException e) {
            return Optional.of("The namespace %s with the checks' own pods is still there: %s%s".formatted(namespace,
                    e.what(), e.why().map(why -> " " + why.strip()).orElse("")));
        }
    }

    /** A run that was killed could not clean up. */
    private void removeLeftOvers() {
        Instant now = cluster.api().now();
        List<String> old = new ArrayList<>();
        for (JsonNode item : cluster.api().get(NAMESPACES + "?labelSelector=" + ProbeNamespace.LABEL).path("items")) {
            JsonNode metadata = item.path("metadata");
            Instant created = Instant.parse(metadata.path("creationTimestamp").asString());
            if (created.plus(LEFT_OVER).isBefore(now)) {
                old.add(metadata.path("name").asString());
            }
        }
        old.forEach(name -> cluster.api().delete(NAMESPACES + "/" + name));
    }
}
