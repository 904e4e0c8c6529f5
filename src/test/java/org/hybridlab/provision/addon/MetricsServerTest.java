package org.hybridlab.provision.addon;

import static org.assertj.core.api.Assertions.assertThat;

import org.hybridlab.cluster.api.RecordedApiServer;
import org.junit.jupiter.api.Test;

class MetricsServerTest {
    private static final String API_SERVICE = "/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.k8s.io";
    private static final String AVAILABLE =
            "{\"status\": {\"conditions\": [{\"type\": \"Available\", \"status\": \"True\"}]}}";

    private final RecordedApiServer api = new RecordedApiServer();

    @Test
    void metrics_withReadyServer_areServed() {
        api.with(MetricsServer.DEPLOYMENT, deployment(2, 2, 1)).with(API_SERVICE, AVAILABLE);

        assertThat(MetricsServer.of(api).isServed()).isTrue();
    }

    @Test
    void anEmptyClusterServesNothing() {
        assertThat(MetricsServer.of(api).isServed()).isFalse();
        assertThat(MetricsServer.of(api).has("mark", "")).isFalse();
    }

    /** The API server keeps a service available for a while whose pod is being replaced. */
    @Test
    void pod_ofEarlierSettings_isNotMeant() {
        api.with(MetricsServer.DEPLOYMENT, deployment(3, 2, 1)).with(API_SERVICE, AVAILABLE);

        assertThat(MetricsServer.of(api).isServed()).isFalse();
    }

    @Test
    void withoutAReadyPodItIsNotServed() {
        api.with(MetricsServer.DEPLOYMENT, deployment(2, 2, 0)).with(API_SERVICE, AVAILABLE);

        assertThat(MetricsServer.of(api).isServed()).isFalse();
    }

    @Test
    void readyPod_withoutApiService_isNotServed() {
        api.with(MetricsServer.DEPLOYMENT, deployment(2, 2, 1)).with(API_SERVICE, AVAILABLE.replace("True", "False"));

        assertThat(MetricsServer.of(api).isServed()).isFalse();
    }

    @Test
    void metricsServer_isOurs_byPodAnnotation() {
        api.with(MetricsServer.DEPLOYMENT, deployment(1, 1, 1));

        assertThat(MetricsServer.of(api).has("mark", "one")).isTrue();
        assertThat(MetricsServer.of(api).has("mark", "other")).isFalse();
    }

    private static String deployment(int generation, int observed, int ready) {
        return """
                {"metadata": {"generation": %d}, "status": {"observedGeneration": %d, "replicas": 1, \
                "updatedReplicas": 1,
                 "readyReplicas": %d, "availableReplicas": 1},
                 "spec": {"template": {"metadata": {"annotations": {"mark": "one"}}}}}"""
                .formatted(generation, observed, ready);
    }
}
