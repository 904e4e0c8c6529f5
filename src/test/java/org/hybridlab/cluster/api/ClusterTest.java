package org.hybridlab.cluster.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.Test;

class ClusterTest {
    private final FakeApi api = new FakeApi();
    private final Cluster cluster = new Cluster(api);

    @Test
    void object_isAppliedAtItsKindsPath() {
        api.with("/api/v1", """
                {"resources":[{"name":"namespaces/status","kind":"Namespace","namespaced":false},
                              {"name":"namespaces","kind":"Namespace","namespaced":false}]}""");
        api.with("/apis/apps/v1", """
                {"resources":[{"name":"deployments","kind":"Deployment","namespaced":true}]}""");
        List<String> lines = new ArrayList<>();
        cluster.apply("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: shop}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: shop}
                """, lines::add);
        assertThat(api.told()).hasSize(2);
        assertThat(api.told().get(0)).startsWith("apply /api/v1/namespaces/shop apiVersion: v1");
        assertThat(api.told().get(1)).startsWith("apply /apis/apps/v1/namespaces/shop/deployments/web ");
        assertThat(lines).containsExactly("namespace/shop applied", "deployment/web applied");
    }

    @Test
    void unknownKind_isNamed() {
        api.with("/api/v1", "{\"resources\":[]}");
        LabException failure = failure(() -> cluster.apply(
                "apiVersion: v1\nkind: Pood\nmetadata: {name: a}\n", line -> { }));
        assertThat(failure.id()).isEqualTo("manifest-kind-unknown");
        assertThat(failure.what()).contains("Pood");
    }

    @Test
    void untaintsWithoutTakingOtherTaintsOff() {
        api.with("/api/v1/nodes/control", """
                {"metadata":{"resourceVersion":"417"},"spec":{"taints":[
                  {"key":"node-role.kubernetes.io/control-plane","effect":"NoSchedule"},
                  {"key":"node.kubernetes.io/not-ready","effect":"NoExecute"}]}}""");
        cluster.untaint("control");
        assertThat(api.told()).singleElement().asString().startsWith("merge /api/v1/nodes/control ")
                .contains("\"resourceVersion\":\"417\"").contains("node.kubernetes.io/not-ready")
                .doesNotContain("node-role");
    }

    /** A volume of several nodes, or of any, stays. One that nobody claims holds nothing of anybody. */
    @Test
    void claims_ofAMachinesDisk_areThoseOfVolumesOnItAlone() {
        api.with("/api/v1/persistentvolumes", "{\"items\":[" + String.join(",", volume("data", "\"node1\""),
                volume("logs", "\"node2\""), volume("both", "\"node1\",\"node2\""), """
                {"spec":{"claimRef":{"namespace":"shop","name":"anywhere"}}}""",
                volume("", "\"node1\"")) + "]}");

        assertThat(cluster.claimsOn("node1")).containsExactly("shop/data");
        assertThat(cluster.claimsOn("node3")).isEmpty();
    }

    private static String volume(String claim, String nodes) {
        return """
                {"spec":{%s"nodeAffinity":{"required":{"nodeSelectorTerms":[{"matchExpressions":[
                  {"key":"kubernetes.io/hostname","operator":"In","values":[%s]}]}]}}}}""".formatted(claim.isEmpty()
                ? "" : "\"claimRef\":{\"namespace\":\"shop\",\"name\":\"" + claim + "\"},", nodes);
    }

    @Test
    void apiServer_missingOneQuestion_isReady() {
        api.missing(2);

        assertThat(cluster.isReady(Duration.ofSeconds(20), new Cancellation())).isTrue();
    }

    /** After `kubeadm init` and an upgrade its roles are to be there. */
    @Test
    void apiServer_thatRestoresRoles_servesWhatWas() {
        api.restoring();

        assertThat(cluster.isReady(Duration.ZERO, new Cancellation())).isTrue();
        cluster.awaitServing(Duration.ofSeconds(20), new Cancellation());
        assertThatThrownBy(() -> cluster.awaitApi(Duration.ofMillis(300), new Cancellation()))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("api-not-ready"));
    }

    @Test
    void apiServer_thatNeverAnswers_isNotReady() {
        api.missing(Integer.MAX_VALUE);

        assertThat(cluster.isReady(Duration.ofMillis(300), new Cancellation())).isFalse();
    }
}
