package org.hybridlab.cluster.inventory;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** APIs of the API server itself. It registers them only at its start, so a deleted APIService is gone until then. */
final class BuiltInApis {
    static final String SERVICES = "apiservices.apiregistration.k8s.io";

    private BuiltInApis() {
    }

    /** Those of definitions are reconciled, and have another value. */
    static boolean has(JsonNode service) {
        return service.path("metadata").path("labels").path("kube-aggregator.kubernetes.io/automanaged").asString("")
                .equals("onstart");
    }

    static boolean has(RecordedObject object) {
        return has(object.essence().orElseGet(JsonMapper.shared()::missingNode));
    }

    /** Versions, such as {@code apps/v1}. */
    static Set<String> of(Inventory record) {
        return record.objects().values().stream().filter(object -> object.kind().id().equals(SERVICES) && has(object))
                .map(object -> version(object.name())).collect(Collectors.toSet());
    }

    /** Includes those of objects: an API without an APIService is served, but not listed. */
    static Set<String> recorded(Inventory record) {
        Set<String> versions = new TreeSet<>(of(record));
        record.objects().values().forEach(object -> versions.add(object.kind().apiVersion()));
        return versions;
    }

    /** @param service such as {@code v1beta1.metrics.k8s.io}, or {@code v1.} for the core */
    static String version(String service) {
        return service.replaceFirst("([^.]+)\\.(.*)", "$2/$1").replaceFirst("^/", "");
    }

    static String service(String version) {
        return version.contains("/") ? version.replaceFirst("(.*)/(.*)", "$2.$1") : version + ".";
    }
}
