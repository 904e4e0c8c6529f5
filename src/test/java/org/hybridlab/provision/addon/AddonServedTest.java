package org.hybridlab.provision.addon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.hybridlab.cluster.api.AwaitedObject;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddonServedTest {
    private static final AwaitedObject DEPLOYMENT = AwaitedObject.of("kube-system/deployment/metrics-server");
    private static final String API_SERVICE = "/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.k8s.io";
    private static final String AVAILABLE =
            "{\"status\": {\"conditions\": [{\"type\": \"Available\", \"status\": \"True\"}]}}";

    private final FakeApi api = new FakeApi();

    @Test
    void metrics_withReadyServer_areServed() {
        api.with(DEPLOYMENT.path(), deployment(2, 2, 1)).with(API_SERVICE, AVAILABLE);

        assertThat(complaints()).isEmpty();
    }

    @Test
    void anEmptyClusterServesNothing() {
        assertThat(complaints()).containsExactly("kube-system/deployment/metrics-server does not exist",
                "apiservice/v1beta1.metrics.k8s.io does not exist");
    }

    /** The API server keeps a service available for a while whose pod is being replaced. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "3 | 2 | 1 | True  | deployment/metrics-server: its controller has not seen its latest change",
        "2 | 2 | 0 | True  | deployment/metrics-server has 0 of 1 pods ready",
        "2 | 2 | 1 | False | apiservice/v1beta1.metrics.k8s.io is not available"})
    void metrics_ofWhatIsNotReady_areNotServed(int generation, int observed, int ready, String available,
                                               String complaint) {
        api.with(DEPLOYMENT.path(), deployment(generation, observed, ready))
                .with(API_SERVICE, AVAILABLE.replace("True", available));

        assertThat(complaints()).containsExactly(complaint);
    }

    /** A second change of the template would make each pod twice. */
    @Test
    void mark_isPartOfWhatIsApplied() {
        Manifest marked = AddonServed.marked(Manifest.parse("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: metrics-server, namespace: kube-system}
                spec: {template: {spec: {containers: [{name: it, args: ["1"]}]}}}
                """).get(0), "one");

        assertThat(marked.reference()).isEqualTo("deployment/metrics-server");
        assertThat(marked.json().at("/spec/template/metadata/annotations").get(AddonServed.FINGERPRINT).asString())
                .isEqualTo("one");
        assertThat(marked.json().at("/spec/template/spec/containers/0/args/0").isString()).isTrue();
    }

    private List<String> complaints() {
        return AddonServed.complaints(api, List.of(DEPLOYMENT, AwaitedObject.of("apiservice/v1beta1.metrics.k8s.io")));
    }

    private static String deployment(int generation, int observed, int ready) {
        return """
                {"metadata": {"name": "metrics-server", "generation": %d}, "status": {"observedGeneration": %d,
                 "replicas": 1, "updatedReplicas": 1,
                 "readyReplicas": %d, "availableReplicas": 1}}"""
                .formatted(generation, observed, ready);
    }
}
