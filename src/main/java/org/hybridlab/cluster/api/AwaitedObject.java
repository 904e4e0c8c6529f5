package org.hybridlab.cluster.api;

import java.util.Map;
import java.util.Optional;

import tools.jackson.databind.JsonNode;

/**
 * An object that says itself when it is ready. A storage class is, once it exists.
 *
 * @param kind for example {@code Deployment}
 * @param reference for example {@code kube-system/deployment/web}, {@code apiservice/v1.example.org}, or
 * {@code storageclass/standard}
 * @param path where the API server has it
 */
public record AwaitedObject(String kind, String reference, String path) {
    private static final Map<String, String> WORKLOADS = Map.of("deployment", "Deployment", "daemonset", "DaemonSet",
            "statefulset", "StatefulSet");
    private static final String API_SERVICE = "APIService";
    private static final String STORAGE_CLASS = "StorageClass";

    /** @throws IllegalArgumentException if it names none of these objects */
    public static AwaitedObject of(String reference) {
        String[] parts = reference.split("/");
        if (parts.length == 2 && parts[0].equals("apiservice")) {
            return new AwaitedObject(API_SERVICE, reference, "/apis/apiregistration.k8s.io/v1/apiservices/" + parts[1]);
        }
        if (parts.length == 2 && parts[0].equals("storageclass")) {
            return new AwaitedObject(STORAGE_CLASS, reference, "/apis/storage.k8s.io/v1/storageclasses/" + parts[1]);
        }
        if (parts.length != 3 || !WORKLOADS.containsKey(parts[1])) {
            throw new IllegalArgumentException(reference + " is neither NAMESPACE/KIND/NAME of a workload nor "
                    + "apiservice/NAME or storageclass/NAME");
        }
        return new AwaitedObject(WORKLOADS.get(parts[1]), reference, "/apis/apps/v1/namespaces/%s/%ss/%s".formatted(
                parts[0], parts[1], parts[2]));
    }

    /** Whether it has pods. */
    public boolean isWorkload() {
        return WORKLOADS.containsValue(kind);
    }

    /** What it lacks, without a full stop; empty if it is ready as it is wanted now. */
    public Optional<String> complaint(ApiServer api) {
        Optional<JsonNode> live = api.find(path);
        if (live.isEmpty()) {
            return Optional.of(reference + " does not exist");
        }
        if (isWorkload()) {
            return new Rollout(kind, live.get()).complaint();
        }
        return kind.equals(STORAGE_CLASS) || live.get().path("status").path("conditions").valueStream()
                .anyMatch(condition -> condition.path("type").asString().equals("Available")
                        && condition.path("status").asString().equals("True"))
                ? Optional.empty() : Optional.of(reference + " is not available");
    }
}
