package org.hybridlab.cluster.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import tools.jackson.databind.JsonNode;

/**
 * Asks the cluster for what an {@link Outlook} needs.
 *
 * @param brought objects of the lab's apps
 * @param machines names of the nodes that the lab has, or is to have
 * @param since ignores earlier messages
 * @param othersToo whether the cluster runs programs that are not the lab's
 */
public record Prospects(Cluster cluster, List<Manifest> brought, List<String> machines, Instant since,
                        boolean othersToo) {
    private static final Set<String> API_SERVER = Set.of("etcd", "kube-apiserver");
    private static final Set<String> RIGHTS = Set.of("RoleBinding", "ClusterRoleBinding");

    public Prospects {
        brought = List.copyOf(brought);
        machines = List.copyOf(machines);
    }

    /** Whether the workload can reach its desired state. If the cluster does not say, it may. */
    public Outlook of(Workload workload) {
        try {
            JsonNode metadata = workload.live().path("metadata");
            List<Pod> pods = workload.newest(cluster);
            Set<String> ours = pods.stream().map(Pod::uid).collect(Collectors.toSet());
            List<JsonNode> events = events(metadata.path("namespace").asString("default"));
            Outlook.Around around = around(pod -> !ours.contains(pod.uid()));
            String set = workload.kind().equals("Deployment") ? metadata.path("name").asString() + "-" : "";
            // Events are newer than the messages of the workload's status.
            List<JsonNode> refusals = events.stream().filter(event -> isOf(event, metadata.path("uid").asString(""))
                    || !set.isEmpty() && event.path("involvedObject").path("kind").asString("").equals("ReplicaSet")
                    && event.path("involvedObject").path("name").asString("").startsWith(set)).filter(event -> event
                    .path("reason").asString("").equals("FailedCreate")).toList();
            List<Outlook.Said> own = refusals.stream().map(Outlook.Said::of)
                    .filter(said -> !said.at().isBefore(since)).toList();
            boolean whole = pods.size() >= workload.wanted();
            return Stream.concat(own.stream().filter(said -> !whole).map(said -> Outlook.ofWords(said, around)),
                    pods.stream().filter(pod -> !pod.deleting()).map(pod -> of(pod, events, around)))
                    .filter(Outlook::isHopeless).findFirst().orElseGet(() -> Outlook.moving("", whole
                            ? Optional.empty() : nextTry(refusals)));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Outlook.moving("", Optional.empty());
        }
    }

    /**
     * When a controller that was refused tries again, by this host's clock. It doubles its pause each time, so that the
     * next one is at most twice the time from the first refusal to the last one.
     */
    private Optional<Instant> nextTry(List<JsonNode> refusals) {
        Optional<Instant> last = refusals.stream().map(Outlook.Said::of).map(Outlook.Said::at)
                .max(Comparator.naturalOrder());
        return refusals.stream().flatMap(event -> Pod.moment(event.path("firstTimestamp")).stream())
                .min(Comparator.naturalOrder()).flatMap(first -> last.map(moment ->
                        moment.plus(Duration.between(first, moment).multipliedBy(2))))
                .map(moment -> moment.plus(Duration.between(cluster.api().now(), Instant.now())));
    }

    /** The same for pods of Kubernetes or of checks. They need the API server alone. */
    public Optional<Outlook> hopeless(String namespace, List<Pod> pods) {
        List<JsonNode> events = events(namespace);
        if (pods.isEmpty()) {
            return Optional.empty();
        }
        Outlook.Around around = around(Prospects::isApiServer);
        return pods.stream().map(pod -> of(pod, events, around)).filter(Outlook::isHopeless).findFirst()
                .or(() -> pods.stream().flatMap(this::lastWords).map(said -> Outlook.ofWords(said, around))
                        .filter(Outlook::isHopeless).findFirst());
    }

    /** The same for the API server's answer to a request. */
    public Optional<Outlook> hopeless(LabException refusal) {
        Outlook.Around around = around(pod -> true);
        return Optional.of(Outlook.ofWords(new Outlook.Said(refusal.why().orElse(refusal.what()), around.now(), 1),
                around)).filter(Outlook::isHopeless);
    }

    private Stream<Outlook.Said> lastWords(Pod pod) {
        return pod.lastRun().map(Pod.Run::end).filter(exit -> !exit.isBefore(since)).stream().flatMap(exit ->
                pod.containers().stream().filter(one -> !one.running())
                .flatMap(one -> cluster.api().lastWords(pod.namespace(), pod.name(), one.name()).stream())
                .map(line -> new Outlook.Said(line, exit, 1)));
    }

    private static Outlook of(Pod pod, List<JsonNode> events, Outlook.Around around) {
        Set<String> claims = pod.live().path("spec").path("volumes").valueStream()
                .map(volume -> volume.path("persistentVolumeClaim").path("claimName").asString(""))
                .collect(Collectors.toCollection(HashSet::new));
        Stream<Outlook.Said> ofClaims = events.stream().filter(event -> event.path("involvedObject").path("kind")
                .asString("").equals("PersistentVolumeClaim") && claims.contains(event.path("involvedObject")
                .path("name").asString(""))).map(Outlook.Said::of);
        return Outlook.of(pod, Stream.concat(said(events, pod.uid()), ofClaims).toList(), around);
    }

    private static Stream<Outlook.Said> said(List<JsonNode> events, String uid) {
        return events.stream().filter(event -> isOf(event, uid)).map(Outlook.Said::of);
    }

    private static boolean isOf(JsonNode event, String uid) {
        return event.path("involvedObject").path("uid").asString("").equals(uid);
    }

    private List<JsonNode> events(String namespace) {
        return cluster.api().find("/api/v1/namespaces/%s/events".formatted(namespace))
                .stream().flatMap(list -> list.path("items").valueStream()).toList();
    }

    private static boolean isApiServer(Pod pod) {
        return pod.isStatic() && API_SERVER.contains(pod.labels().getOrDefault("component", ""));
    }

    /** @param others pods that may matter, unless they are of checks */
    private Outlook.Around around(Predicate<Pod> others) {
        Set<String> ready = cluster.nodes().stream().filter(node -> node.ready() && !(node.cordoned()
                && node.annotations().containsKey(Cluster.CORDON_NOTE))).map(Node::name).collect(Collectors.toSet());
        Set<String> kinds = brought.stream().map(object -> object.kind().toLowerCase(Locale.ROOT) + "/")
                .collect(Collectors.toSet());
        brought.forEach(object -> kinds.add(object.kind().toLowerCase(Locale.ROOT) + "/" + object.name()));
        return new Outlook.Around(cluster.api().now(), since,
                cluster.api().get("/api/v1/nodes").path("items").valueStream().toList(),
                machines.stream().filter(name -> !ready.contains(name)).toList(), kinds::contains,
                othersToo || brought.stream().map(Manifest::kind).anyMatch(RIGHTS::contains),
                cluster.pods().stream().filter(others)
                        .filter(pod -> !pod.labels().containsKey(ProbeNamespace.LABEL)).toList());
    }
}
