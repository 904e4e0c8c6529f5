package org.hybridlab.cluster.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public final class Cluster {
    /** On nodes that hybridlab cordoned. */
    public static final String CORDON_NOTE = "hybridlab.org/cordoned";
    private static final String NODES = "/api/v1/nodes";
    /** Answered from the API server's watch cache, which may be a moment behind etcd. */
    private static final String CACHED = "resourceVersion=0";

    private static final String ALL_NODES = NODES + "?" + CACHED;

    private static final JsonMapper JSON = JsonMapper.shared();

    private final ApiServer api;
    private final ResourcePaths paths;

    public Cluster(ApiServer api) {
        this.api = api;
        paths = new ResourcePaths(api);
    }

    /** Reads the file only, asks no server. */
    public static Cluster at(Path kubeconfig) {
        return new Cluster(new HttpApiServer(KubeConfig.read(kubeconfig)));
    }

    public static Cluster of(KubeConfig config) {
        return new Cluster(new HttpApiServer(config));
    }

    public static Cluster of(KubeConfig config, Duration answer) {
        return new Cluster(new HttpApiServer(config, answer));
    }

    public ApiServer api() {
        return api;
    }

    public LeaderLeases leaderLeases() {
        return new LeaderLeases(api);
    }

    /** True if the API server is ready and accepts our certificate. */
    public boolean answers() {
        try {
            return api.isReady() && api.get(ALL_NODES) != null;
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return false;
        }
    }

    public List<Node> nodes() {
        JsonNode list = api.get(ALL_NODES);
        if (!list.path("items").isArray()) {
            // Not "none": a cluster that cannot say has not lost them.
            throw LabException.labFailed("api-refused", "The API server did not answer with a list of nodes.",
                    "Run the same command again; `hybridlab logs LAB MACHINE` shows what the control plane wrote.");
        }
        return items(list, Node::of);
    }

    public Optional<Node> node(String name) {
        return api.find(NODES + "/" + name).map(Node::of).map(node -> named(name, node));
    }

    private static Node named(String name, Node node) {
        if (!node.name().equals(name)) {
            throw LabException.labFailed("api-refused", "The API server did not answer with the node %s."
                    .formatted(name), "Run the same command again; `hybridlab logs LAB MACHINE` shows what the control "
                    + "plane wrote.");
        }
        return node;
    }

    /** Usage of the node, from its kubelet's stats by way of the API server. */
    public NodeUsage usage(String node) {
        return NodeUsage.of(api.get(NODES + "/" + node + "/proxy/stats/summary"));
    }

    public List<Pod> pods() {
        return items(api.get("/api/v1/pods?" + CACHED), Pod::of);
    }

    /** All pods, read from etcd. */
    public List<Pod> podsNow() {
        return items(api.get("/api/v1/pods"), Pod::of);
    }

    public List<Pod> pods(String namespace) {
        return items(api.get("/api/v1/namespaces/%s/pods?%s".formatted(namespace, CACHED)), Pod::of);
    }

    /** @param selector as of kubectl's {@code -l}, for example {@code app=numbers-web} */
    public List<Pod> pods(String namespace, String selector) {
        return items(api.get("/api/v1/namespaces/%s/pods?%s&labelSelector=%s".formatted(namespace, CACHED,
                URLEncoder.encode(selector, StandardCharsets.UTF_8))), Pod::of);
    }

    /** @param kind one of {@link Rollout#KINDS} */
    public Stream<JsonNode> workloads(String kind) {
        return api.get("/apis/apps/v1/%ss?%s".formatted(kind.toLowerCase(Locale.ROOT), CACHED)).path("items")
                .valueStream();
    }

    /** All pods that are bound to the node, read from etcd. */
    public List<Pod> podsOn(String node) {
        return items(api.get(podsPath(node)), Pod::of);
    }

    /** Claims whose volumes are on this node alone, as {@code namespace/name}: they go with its machine. */
    public List<String> claimsOn(String node) {
        return api.get("/api/v1/persistentvolumes").path("items").valueStream().map(volume -> volume.path("spec"))
                .filter(spec -> isOn(node, spec.path("nodeAffinity").path("required").path("nodeSelectorTerms")))
                .map(spec -> spec.path("claimRef")).map(claim -> claim.path("namespace").asString("") + "/"
                        + claim.path("name").asString("")).filter(claim -> claim.length() > 1).sorted().toList();
    }

    private static boolean isOn(String node, JsonNode terms) {
        return !terms.isEmpty() && terms.valueStream().allMatch(term -> term.path("matchExpressions").valueStream()
                .anyMatch(wanted -> wanted.path("key").asString("").equals("kubernetes.io/hostname")
                        && wanted.path("operator").asString("").equals("In") && wanted.path("values").valueStream()
                        .allMatch(value -> value.asString("").equals(node))));
    }

    static String podsPath(String node) {
        return "/api/v1/pods?fieldSelector=spec.nodeName%3D" + node;
    }

    /** Cordons on the user's behalf. */
    public void cordon(String node) {
        cordon(node, "true", "null");
    }

    /** Uncordons, and removes the note of {@link #cordonWithNote}. */
    public void uncordon(String node) {
        cordon(node, "null", "null");
    }

    /** Cordons, with a note that hybridlab did it and not the user. */
    public void cordonWithNote(String node) {
        cordon(node, "true", "\"true\"");
    }

    private void cordon(String node, String unschedulable, String note) {
        api.merge(NODES + "/" + node, "{\"metadata\":{\"annotations\":{\"%s\":%s}},\"spec\":{\"unschedulable\":%s}}"
                .formatted(CORDON_NOTE, note, unschedulable));
    }

    /**
     * Evicts as a drain does. A disruption budget may refuse for now.
     *
     * @return why it was refused; empty if the pod goes
     */
    public Optional<String> evict(Pod pod) {
        try {
            api.create(path(pod) + "/eviction", JSON.writeValueAsString(Map.of("apiVersion", "policy/v1",
                    "kind", "Eviction", "metadata", Map.of("name", pod.name(), "namespace", pod.namespace()))));
            return Optional.empty();
        } catch (LabException e) {
            if (!Set.of("api-refused", "api-busy", "api-conflict", "webhook-failed").contains(e.id())) {
                throw e;
            }
            return Optional.of(e.why().orElse(e.what()));
        }
    }

    /** Its controller replaces it, if it has one. */
    public void delete(Pod pod) {
        api.delete(path(pod));
    }

    /** Deletes the pod at once, without its kubelet, which is gone. */
    private void forget(Pod pod) {
        api.delete(path(pod) + "?gracePeriodSeconds=0");
    }

    private static String path(Pod pod) {
        return "/api/v1/namespaces/%s/pods/%s".formatted(pod.namespace(), pod.name());
    }

    private static <T> List<T> items(JsonNode list, Function<JsonNode, T> view) {
        List<T> items = new ArrayList<>();
        list.path("items").forEach(item -> items.add(view.apply(item)));
        return List.copyOf(items);
    }

    /**
     * Server-side apply of every object, in the manifest's order.
     *
     * @param lines gets "deployment/web applied" for each
     */
    public void apply(String manifest, Consumer<String> lines) {
        manifests().apply(Manifest.parse(manifest), lines, new Cancellation());
    }

    public AppliedManifests manifests() {
        return manifests(AppliedManifests.LastApplied.NOT_KEPT);
    }

    /** @param last state of the objects right after apply */
    public AppliedManifests manifests(AppliedManifests.LastApplied last) {
        return new AppliedManifests(api, paths, last);
    }

    public String path(Manifest object) {
        return paths.of(object);
    }

    /** Empty if the cluster does not know the kind yet. */
    public Optional<String> knownPath(Manifest object) {
        return paths.find(object);
    }

    /** Waits until the API server serves a kind that was just defined. */
    public String awaitedPath(Manifest object, Cancellation cancellation) {
        return paths.awaited(object, cancellation);
    }

    public Optional<JsonNode> find(Manifest object) {
        return api.find(paths.of(object));
    }

    /** Removes kubeadm's taint from the node. Keeps all other taints. */
    public void untaint(String node) {
        changeNode(node, Map.of(),
                taints -> taints.removeIf(taint -> Taint.CONTROL_PLANE.equals(taint.path("key").asString())));
    }

    /** Adds kubeadm's control plane taint, if it is missing. Running pods stay. */
    public void taintControlPlane(String node) {
        if (!Node.of(api.get(NODES + "/" + node)).hasControlPlaneTaint()) {
            changeNode(node, Map.of(), taints -> taints.add(controlPlaneTaint()));
        }
    }

    private static JsonNode controlPlaneTaint() {
        return JSON.valueToTree(Map.of("key", Taint.CONTROL_PLANE, "effect", "NoSchedule"));
    }

    /** Restores labels and taint of kubeadm, which a kubelet that registers again does not set. */
    public void markControlPlane(String node, boolean tainted) {
        JsonNode object = api.get(NODES + "/" + node);
        if (Node.of(object).controlPlane()) {
            return;
        }
        change(object, node, Map.of("labels", Map.of(Taint.CONTROL_PLANE, "",
                "node.kubernetes.io/exclude-from-external-load-balancers", "")), taints -> {
            if (tainted && !Node.of(object).hasControlPlaneTaint()) {
                taints.add(controlPlaneTaint());
            }
        });
    }

    /**
     * Changes labels, annotations and taints, unless the node changed meanwhile.
     *
     * @param metadata {@code labels} and {@code annotations} as JSON merge patch; null removes one
     * @param taints edits the node's list of taints
     */
    public void changeNode(String node, Map<String, Map<String, String>> metadata, Consumer<List<JsonNode>> taints) {
        change(api.get(NODES + "/" + node), node, metadata, taints);
    }

    private void change(JsonNode object, String node, Map<String, Map<String, String>> metadata,
                        Consumer<List<JsonNode>> taints) {
        List<JsonNode> list = new ArrayList<>();
        object.path("spec").path("taints").forEach(list::add);
        taints.accept(list);
        Map<String, Object> fields = new HashMap<>(metadata);
        // The version that was read: on a young node the controller manager changes taints too.
        fields.put("resourceVersion", object.path("metadata").path("resourceVersion").asString());
        api.merge(NODES + "/" + node, JSON.writeValueAsString(Map.of("metadata", fields, "spec",
                Map.of("taints", list))));
    }

    /**
     * Deletes a node whose machine is gone or is recreated, and its pods, since no kubelet reports their end. DaemonSet
     * controllers ignore a node that comes back with its old pods.
     */
    public void deleteNode(String node) {
        api.delete(NODES + "/" + node);
        podsOn(node).forEach(this::forget);
    }

    /**
     * Whether the API server of an existing cluster is ready. The first request has no time limit.
     *
     * @param again how long to repeat it
     */
    public boolean isReady(Duration again, Cancellation cancellation) {
        if (api.servesAgain()) {
            return true;
        }
        try {
            awaitServing(again, cancellation);
            return true;
        } catch (LabException e) {
            if (e.id().equals("interrupted")) {
                throw e;
            }
            return false;
        }
    }

    public void awaitApi(Duration within, Cancellation cancellation) {
        await(api::isReady, within, cancellation);
    }

    /** The same for a cluster that existed before. */
    public void awaitServing(Duration within, Cancellation cancellation) {
        await(api::servesAgain, within, cancellation);
    }

    private static void await(Supplier<Boolean> question, Duration within, Cancellation cancellation) {
        Wait.until("the API server is ready", within)
                .orFail("api-not-ready", "See what the control plane writes: `hybridlab logs LAB MACHINE`.")
                .that(question, ready -> ready, ready -> "it does not say so at /readyz", cancellation);
    }

    /**
     * Leader leases of the controllers and the scheduler. After a restart of the only control plane they name dead
     * processes, and successors would wait 15 s.
     */
    public record LeaderLeases(ApiServer api) {
        private static final List<String> LEADERS = List.of("kube-controller-manager", "kube-scheduler");
        private static final String PATH = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/";
        /** A living leader renews its lease every two seconds. */
        private static final Duration LEFT = Duration.ofSeconds(6);

        /** Deletes leases that nobody renewed lately. Only for clusters with one control plane. */
        public void endLeft(Consumer<String> lines) {
            for (String leader : LEADERS) {
                try {
                    Optional<Instant> renewed = api.find(PATH + leader)
                            .map(lease -> Instant.parse(lease.path("spec").path("renewTime").asString("")));
                    if (renewed.filter(moment -> Duration.between(moment, api.now()).compareTo(LEFT) > 0).isPresent()) {
                        api.delete(PATH + leader);
                        lines.accept("%s need not wait for the lease of the one before".formatted(leader));
                    }
                } catch (LabException | DateTimeParseException e) {
                    // It expires by itself.
                    lines.accept("the lease of %s stays: %s".formatted(leader, e.getMessage()));
                }
            }
        }
    }
}
