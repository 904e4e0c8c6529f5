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
 * A small web server on each Linux node, with a NodePort service, in its own namespace. Pods name their node, so taints
 * and the scheduler do not matter. Created on first use; {@link #close} deletes the namespace.
 *
 * <p>Each run has a namespace, since deletion takes seconds, and the next check must not wait.
 */
public final class ProbePods implements AutoCloseable {
    public static final int PORT = 8080;
    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final Pattern EXIT = Pattern.compile("exit status (\\d{1,3})");
    private static final int REACHED_PART = 3;
    private static final Duration SHARED = Duration.ofMillis(100);
    /** Longer than any run of checks, to keep the pods of another run. */
    private static final Duration LEFT_OVER = Duration.ofMinutes(30);

    private final Cluster cluster;
    private final Templates templates;
    private final List<String> machines;
    private final String image;
    private final String namespace;
    private final boolean shell;
    /** By pod name, whether the API server reaches its web server; only pods that were ready. */
    private final Map<String, Boolean> reached = new ConcurrentHashMap<>();
    private boolean begun;
    private final Set<String> made = new HashSet<>();
    private final Set<String> seen = new HashSet<>();
    private boolean closed;
    private Optional<String> beside = Optional.empty();
    private Optional<Look> last = Optional.empty();
    /** By {@link System#nanoTime()}. */
    private long lastAt;

    /**
     * @param namespace not in use, for example {@code hybridlab-check-x7k2p}
     * @param shell whether pods have one, and start it within a moment
     */
    public ProbePods(Cluster cluster, Templates templates, List<String> machines, String image, String namespace,
                     boolean shell) {
        this.cluster = cluster;
        this.templates = templates;
        this.machines = List.copyOf(machines);
        this.image = image;
        this.namespace = namespace;
        this.shell = shell;
    }

    public String namespace() {
        return namespace;
    }

    public static String name(String node) {
        return "probe-" + node;
    }

    /**
     * The pods at a moment.
     *
     * @param nodes that must have one: existing, and not simulated
     */
    public record Look(List<String> nodes, List<Pod> pods) {
        public Look {
            nodes = List.copyOf(nodes);
            pods = List.copyOf(pods);
        }

        public boolean isComplete() {
            return !nodes.isEmpty() && missing().isEmpty();
        }

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

    /** All probe pods now, or {@link #SHARED} ago. Creates them first. All checks wait for the same pods. */
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

    /** The next look recreates a deleted pod. */
    private void forgetGone(Look look) {
        Set<String> there = look.pods().stream().map(Pod::name).collect(Collectors.toSet());
        made.removeIf(node -> seen.contains(node) && !there.contains(name(node)));
        seen.retainAll(made);
        seen.addAll(made.stream().filter(node -> there.contains(name(node))).toList());
    }

    /**
     * Creates pods of these nodes without waiting; {@link #look} creates the others. A pod on a node without pod
     * network is retried seconds after the network is there.
     */
    public synchronized void make(Predicate<String> now) {
        mustBeOpen();
        make(nodes().stream().filter(now).toList());
    }

    private void mustBeOpen() {
        if (closed) {
            // A cut check may still look, and nobody would delete its pods.
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
        apply("check/probes.yaml.ftl", namespace, fresh);
        made.addAll(fresh);
    }

    private void apply(String template, String into, List<String> pods) {
        cluster.apply(templates.render(template, Map.of("namespace", into, "label", ProbeNamespace.LABEL,
                "image", image, "port", PORT, "shell", shell,
                "probes", pods.stream().map(node -> Map.of("name", name(node), "node", node)).toList())),
                line -> { });
    }

    /**
     * Creates objects of a template in a second namespace, for the nodes that have a probe pod now. It is deleted with
     * the first.
     *
     * @return its name
     */
    public synchronized String beside(String template) {
        mustBeOpen();
        if (beside.isEmpty()) {
            beside = Optional.of(namespace + "-beside");
            apply(template, beside.get(), nodes());
        }
        return beside.get();
    }

    /** The newest warning of the kubelet or scheduler about a pod. */
    public Optional<String> warning(Pod pod) {
        JsonNode events = cluster.api().get("/api/v1/namespaces/%s/events?fieldSelector=type=Warning,"
                .formatted(namespace) + "involvedObject.name=" + pod.name()).path("items");
        return events.isEmpty() ? Optional.empty()
                : Optional.of(pod.name() + ": " + events.path(events.size() - 1).path("message").asString());
    }

    /** Throws {@code probes-not-ready} unless every node has a ready pod. */
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

    public Front front() {
        JsonNode service = cluster.api().get(NAMESPACES + "/" + namespace + "/services/probe").path("spec");
        return new Front(service.path("clusterIP").asString(), service.path("ports").path(0).path("nodePort").asInt());
    }

    /** @param nodePort chosen by the API server, outside of the range of apps' fixed ports */
    public record Front(String clusterIp, int nodePort) {
    }

    /**
     * Runs a command in a Linux pod by its web server, which costs a third of {@link #exec}. Uses {@link #exec} if the
     * API server does not reach it.
     *
     * @return all output as stdout
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
     * Tests whether the API server reaches the ready pods, once and in parallel, so that a broken path does not delay
     * each command. Each pod must tell its name.
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

    /** Empty without a result of the command. */
    private Optional<ExecResult> byServer(Pod probe, Duration within, List<String> command) {
        String line = Command.of(command.toArray(String[]::new)).pasteable();
        return cluster.api().throughPod(namespace, probe.name(), PORT, "/shell?shellCommand="
                + URLEncoder.encode(line, StandardCharsets.UTF_8), within).flatMap(ProbePods::result);
    }

    /** agnhost's netexec: {@code {"output": "...", "error": "exit status 7"}}, each only if not empty. */
    private static Optional<ExecResult> result(JsonNode said) {
        Matcher exit = EXIT.matcher(said.path("error").asString("exit status 0"));
        return exit.matches() ? Optional.of(new ExecResult(Integer.parseInt(exit.group(1)),
                said.path("output").asString(""))) : Optional.empty();
    }

    public ExecResult exec(Pod probe, Duration within, List<String> command) {
        return cluster.api().exec(namespace, probe.name(), within, command);
    }

    /** The equivalent kubectl command. */
    String pasteable(Pod probe, String command) {
        return "kubectl -n %s exec %s -- %s".formatted(namespace, probe.name(), command);
    }

    /** Deletes everything. Returns when the API server has accepted, seconds before it is gone. */
    @Override
    public synchronized void close() {
        closed = true;
        try {
            beside.ifPresent(this::delete);
        } finally {
            if (begun) {
                begun = false;
                delete(namespace);
            }
        }
    }

    /** Pods at once, since `kubectl drain` stops at a pod without a controller, even an ending one. */
    private void delete(String name) {
        try {
            cluster.api().delete(NAMESPACES + "/" + name + "/pods?gracePeriodSeconds=0");
        } finally {
            cluster.api().delete(NAMESPACES + "/" + name);
        }
    }

    /** Like {@link #close}, idempotent. Returns a sentence about what is left, if it failed. */
    public Optional<String> end() {
        try {
            close();
            return Optional.empty();
        } catch (LabException e) {
            return Optional.of("The namespace %s with the checks' own pods is still there: %s%s".formatted(namespace,
                    e.what(), e.why().map(why -> " " + why.strip()).orElse("")));
        }
    }

    /** A killed run could not clean up. */
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
