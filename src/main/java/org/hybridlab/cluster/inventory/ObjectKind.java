package org.hybridlab.cluster.inventory;

import java.util.Set;

/** A kind of discovery. @param apiVersion such as {@code apps/v1} @param plural such as {@code deployments} */
public record ObjectKind(String apiVersion, String kind, String plural, boolean namespaced) {
    /** Kinds whose objects come and go all the time. */
    private static final Set<String> FLEETING = Set.of("events", "events.events.k8s.io", "pods.metrics.k8s.io",
            "nodes.metrics.k8s.io", "componentstatuses", "bindings");

    /** Independent of the version, as CustomResourceDefinitions are named: {@code deployments.apps}. */
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

    /** API path of the objects of all namespaces. */
    String all() {
        return root() + "/" + plural;
    }

    /** API path to create one. @param namespace empty for cluster-scoped objects */
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
