package org.hybridlab.cluster.api;

import java.util.Map;
import java.util.Optional;

import tools.jackson.databind.JsonNode;

/**
 * An object that says itself when it is ready.
 *
 * @param kind for example {@code Deployment}
 * @param reference for example {@code kube-system/deployment/web}, or {@code apiservice/v1.example.org}
 * @param path where the API server has it
 */
public record AwaitedObject(String kind, String reference, String path) {
    private static final Map<String, String> WORKLOADS = Map.of("deployment", "Deployment", "daemonset", "DaemonSet",
            "statefulset", "StatefulSet");
    private static final String API_SERVICE = "APIService";

    /** @throws IllegalArgumentException if it names no workload with its namespace and no API service */
    public static AwaitedObject of(String reference) {
        String[] parts = reference.split("/");
        if (parts.length == 2 && parts[0].equals("apiservice")) {
            return new AwaitedObject(API_SERVICE, reference, "/apis/apiregistration.k8s.io/v1/apiservices/" + parts[1]);
        }
        if (parts.length != 3 || !WORKLOADS.containsKey(parts[1])) {
            throw new IllegalArgumentException(reference + " is neither NAMESPACE/KIND/NAME of a workload nor "
                    + "apiservice/NAME");
        }
        return new AwaitedObject(WORKLOADS.get(parts[1]), reference, "/apis/apps/v1/namespaces/%s/%ss/%s".formatted(
                parts[0], parts[1], parts[2]));
    }

    /** Whether it has pods. */
    public boolean isWorkload() {
        return !kind.equals(API_SERVICE);
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
        return live.get().path("status").path("conditions").valueStream().anyMatch(condition -> condition.path("type")
                .asString().equals("Available") && condition.path("status").asString().equals("True"))
                ? Optional.empty() : Optional.of(reference + " is not available");
    }
}
