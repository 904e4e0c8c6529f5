package org.hybridlab.cluster.inventory;

import java.util.Set;

/**
 * A kind of objects, as the API server's discovery documents have it.
 *
 * @param apiVersion for example {@code apps/v1}
 * @param plural for example {@code deployments}
 */
public record ObjectKind(String apiVersion, String kind, String plural, boolean namespaced) {
    /** Those that come and go by themselves, all the time. */
    private static final Set<String> FLEETING = Set.of("events", "events.events.k8s.io", "pods.metrics.k8s.io",
            "nodes.metrics.k8s.io", "componentstatuses", "bindings");

    /** As CustomResourceDefinitions are named, whatever the version: {@code deployments.apps}. */
    public String id() {
        return apiVersion.contains("/") ? plural + "." + apiVersion.substring(0, apiVersion.indexOf('/')) : plural;
    }

    /** @param version of an API group that has nothing else */
    static boolean isFleeting(String version) {
        return version.startsWith("metrics.k8s.io/");
    }

    boolean isFleeting() {
        return FLEETING.contains(id());
    }

    /** Where the API server has all of them, of all namespaces. */
    String all() {
        return root() + "/" + plural;
    }

    /** Where new ones are made. @param namespace empty for objects of the whole cluster */
    String collection(String namespace) {
        return root() + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + plural;
    }

    String path(String namespace, String name) {
        return collection(namespace) + "/" + name;
    }

    private String root() {
        return (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
    }
}
