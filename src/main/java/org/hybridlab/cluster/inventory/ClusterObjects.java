package org.hybridlab.cluster.inventory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.ProbeNamespace;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Parallel;
import tools.jackson.databind.JsonNode;

/**
 * All objects of a cluster except events, metrics and those of running checks. A kind that cannot be listed, such as
 * one of an aggregated API, is unknown: its objects do not count as absent.
 *
 * @param unknown ids of such kinds, or of API groups
 * @param hidden unknown kinds that may have objects in namespaces; without those of servers that are away
 * @param probes namespaces of checks that may still run
 */
public record ClusterObjects(List<ClusterObject> all, Set<String> unknown, Set<String> hidden, Set<String> probes) {
    static final Duration LONGEST_CHECKS = Duration.ofMinutes(30);

    /** @param list empty if the API server does not answer */
    private record Listed(ObjectKind kind, Optional<JsonNode> list) {
    }

    public static ClusterObjects read(ApiServer api, Parallel parallel) {
        return read(api, parallel, Set.of(), Set.of());
    }

    /** Includes recorded APIs that the API server no longer lists. */
    public static ClusterObjects read(ApiServer api, Parallel parallel, Inventory record) {
        return read(api, parallel, BuiltInApis.of(record), BuiltInApis.recorded(record));
    }

    /** Lists the kinds, then the objects of all kinds in parallel. */
    private static ClusterObjects read(ApiServer api, Parallel parallel, Set<String> builtIn, Set<String> recorded) {
        Map<String, String> hidden = new TreeMap<>();
        Set<String> unknown = new TreeSet<>();
        Collection<ObjectKind> kinds = kinds(api, parallel, builtIn, recorded, unknown);
        unknown.forEach(version -> hidden.put(version, version));
        List<ClusterObject> objects = new ArrayList<>();
        parallel.map(kinds, kind -> new Listed(kind, ask(api, kind.all()))).forEach(listed -> {
            if (listed.list().filter(list -> list.path("items").isArray()).isEmpty()) {
                unknown.add(listed.kind().id());
                if (listed.kind().namespaced()) {
                    hidden.put(listed.kind().id(), listed.kind().apiVersion());
                }
            } else {
                listed.list().get().path("items").forEach(item -> objects.add(ClusterObject.of(listed.kind(), item)));
            }
        });
        hidden.values().removeAll(ofOtherServers(objects, builtIn));
        Set<String> probes = runningProbes(api, objects);
        objects.removeIf(object -> Inventory.isOf(probes, object));
        return new ClusterObjects(List.copyOf(objects), Set.copyOf(unknown), Set.copyOf(hidden.keySet()),
                probes);
    }

    private static Set<String> runningProbes(ApiServer api, List<ClusterObject> all) {
        List<ClusterObject> probes = all.stream().filter(object -> object.kind().id().equals("namespaces")
                && !object.isEnding() && object.metadata().path("labels").has(ProbeNamespace.LABEL)
                && object.metadata().has("creationTimestamp")).toList();
        if (probes.isEmpty()) {
            return Set.of();
        }
        Instant since = api.now().minus(LONGEST_CHECKS);
        return probes.stream().filter(object -> Instant.parse(object.metadata().path("creationTimestamp").asString())
                .isAfter(since)).map(ClusterObject::name).collect(Collectors.toSet());
    }

    /** Versions of aggregated APIs. */
    private static Set<String> ofOtherServers(List<ClusterObject> all, Set<String> builtIn) {
        return all.stream().filter(object -> object.kind().id().equals(BuiltInApis.SERVICES)
                && object.json().path("spec").path("service").isObject() && !BuiltInApis.has(object.json()))
                .map(object -> BuiltInApis.version(object.name()))
                .filter(version -> !builtIn.contains(version)).collect(Collectors.toSet());
    }

    /** The uid of the namespace kube-system; empty if it was not listed. */
    public String cluster() {
        return all.stream().filter(object -> object.key().equals("namespaces//kube-system"))
                .map(object -> object.metadata().path("uid").asString("")).findFirst().orElse("");
    }

    ClusterObjects withoutEndingProbes() {
        Set<String> ending = all.stream().filter(object -> object.kind().id().equals("namespaces")
                && object.isEnding() && object.metadata().path("labels").has(ProbeNamespace.LABEL))
                .map(ClusterObject::name)
                .collect(Collectors.toSet());
        return new ClusterObjects(all.stream().filter(object -> !Inventory.isOf(ending, object)).toList(), unknown,
                hidden, probes);
    }

    /** Kinds that can be listed and deleted, each in the API server's preferred version. */
    private static Collection<ObjectKind> kinds(ApiServer api, Parallel parallel, Set<String> builtIn,
            Set<String> recorded, Set<String> unknown) {
        List<String> named = new ArrayList<>(List.of("v1"));
        // The preferred version comes first; later ones add only what it lacks.
        api.get("/apis").path("groups").forEach(group -> {
            named.add(group.path("preferredVersion").path("groupVersion").asString());
            group.path("versions").forEach(version -> named.add(version.path("groupVersion").asString()));
        });
        Map<String, ObjectKind> kinds = new LinkedHashMap<>();
        List<String> distinct = Stream.concat(recorded.stream().filter(version -> !named.contains(version)),
                named.stream()).distinct().toList();
        named.addAll(builtIn);
        List<Optional<JsonNode>> documents = parallel.map(distinct, version -> ask(api,
                (version.contains("/") ? "/apis/" : "/api/") + version));
        for (int index = 0; index < distinct.size(); index++) {
            String version = distinct.get(index);
            if (documents.get(index).isEmpty() && named.contains(version) && !ObjectKind.isFleeting(version)) {
                unknown.add(version);
            }
            documents.get(index).ifPresent(document -> document.path("resources").forEach(resource ->
                    kind(version, resource).filter(kind -> !kind.isFleeting())
                            .ifPresent(kind -> kinds.putIfAbsent(kind.id(), kind))));
        }
        return kinds.values();
    }

    private static Optional<ObjectKind> kind(String version, JsonNode resource) {
        List<String> verbs = resource.path("verbs").valueStream().map(JsonNode::asString).toList();
        String plural = resource.path("name").asString();
        return plural.contains("/") || !verbs.containsAll(List.of("list", "delete")) ? Optional.empty()
                : Optional.of(new ObjectKind(version, resource.path("kind").asString(), plural,
                        resource.path("namespaced").asBoolean()));
    }

    private static Optional<JsonNode> ask(ApiServer api, String path) {
        try {
            return api.find(path);
        } catch (LabException e) {
            if (e.isInterruption() || e.id().equals("api-unreachable")) {
                throw e;
            }
            return Optional.empty();
        }
    }
}
