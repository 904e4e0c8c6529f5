package org.hybridlab.provision.addon;

import java.util.Optional;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.Rollout;
import tools.jackson.databind.JsonNode;

/**
 * What an API server says of the metrics server.
 *
 * @param deployment of the metrics server, if there is one
 * @param apiService by which the API server passes questions on to it, if it is there
 */
record MetricsServer(Optional<JsonNode> deployment, Optional<JsonNode> apiService) {
    static final String DEPLOYMENT = "/apis/apps/v1/namespaces/kube-system/deployments/metrics-server";
    private static final String API_SERVICE = "/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.k8s.io";

    static MetricsServer of(ApiServer api) {
        return new MetricsServer(api.find(DEPLOYMENT), api.find(API_SERVICE));
    }

    /** Whether its pods are told to have this annotation. */
    boolean has(String annotation, String value) {
        return deployment.filter(found -> found.path("spec").path("template").path("metadata").path("annotations")
                .path(annotation).asString("").equals(value)).isPresent();
    }

    /** Whether it answers, and is not the one before that still does. */
    boolean isServed() {
        return deployment.filter(found -> new Rollout("Deployment", found).complaint().isEmpty()).isPresent()
                && apiService.stream()
                .flatMap(service -> service.path("status").path("conditions").valueStream())
                .anyMatch(condition -> condition.path("type").asString().equals("Available")
                        && condition.path("status").asString().equals("True"));
    }
}
