package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who made an object tells whether it is a controller's, and not its kind alone. */
class ControllerObjectsTest {
    private static final String BY = "\"metadata\": {\"managedFields\": [{\"manager\": \"%s\"}, "
            + "{\"manager\": \"%s\"}]}";
    private static final String HAND = BY.formatted("kubectl-create", "kubectl-edit");
    private static final String CONTROLLER = "kube-controller-manager";
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;

    @BeforeEach
    void aClusterAsUpLeavesIt() {
        world.put("v1", "serviceaccounts", "default", "default", "");
        world.put("v1", "nodes", "", "recorded", HAND);
        recorded.note();
    }

    @Test
    void serviceAccountOfNamespace_isPutBack() {
        world.at("v1", "serviceaccounts", "default", "default").putArray("imagePullSecrets").addObject().put("name",
                "mine");

        assertThat(recorded.restore().left()).isEmpty();
        assertThat(world.at("v1", "serviceaccounts", "default", "default").has("imagePullSecrets")).isFalse();
    }

    /** Its controller has made it since then. */
    @Test
    void serviceAccount_ofUnrecordedNamespace_isNotForeign() {
        world.objects.remove("/api/v1/namespaces/default/serviceaccounts/default");
        recorded.note();
        world.put("v1", "serviceaccounts", "default", "default", "");

        assertThat(recorded.difference().lines()).isEmpty();
    }

    @Test
    void objectsMadeByHand_areForeign() {
        world.put("v1", "endpoints", "default", "web", HAND);
        world.put("v1", "nodes", "", "phantom", BY.formatted("kubectl-create", CONTROLLER));
        world.put("v1", "secrets", "default", "token", BY.formatted("kubectl-create", CONTROLLER)
                + ", \"type\": \"kubernetes.io/service-account-token\"");
        world.put("v1", "secrets", "kube-system", "bootstrap-token-aaaaaa", BY.formatted("kubeadm", "kubeadm")
                + ", \"type\": \"bootstrap.kubernetes.io/token\", \"data\": {\"token-id\": \"YQ==\"}");

        assertThat(recorded.difference().lines()).containsExactlyInAnyOrder("remove Endpoints default/web",
                "remove Node phantom", "remove Secret default/token",
                "remove Secret kube-system/bootstrap-token-aaaaaa");
        assertThat(recorded.restore().left()).isEmpty();
    }

    @Test
    void objectsOfControllers_stay() {
        world.put("v1", "endpoints", "default", "web", BY.formatted(CONTROLLER, "kubectl-edit"));
        world.put("v1", "endpoints", "default", "patroni", BY.formatted("Patroni", "Patroni"));
        world.put("v1", "nodes", "", "joined", BY.formatted("kubelet", "kubectl-label"));
        world.put("v1", "secrets", "default", "token", BY.formatted("operator", CONTROLLER)
                + ", \"type\": \"kubernetes.io/service-account-token\"");
        world.put("v1", "secrets", "kube-system", "bootstrap-token-aaaaaa", BY.formatted("kubeadm", "kubeadm")
                + ", \"type\": \"bootstrap.kubernetes.io/token\", \"data\": {\"expiration\": \"YQ==\"}");

        assertThat(recorded.difference().lines()).isEmpty();
    }

    /** As {@code kubectl create job --from}, and as other clients do it. */
    @Test
    void jobOfCronJob_byHand_isForeign() {
        world.put("batch/v1", "jobs", "default", "by-kubectl", owned("kubectl-create", ""));
        world.put("batch/v1", "jobs", "default", "by-others", owned("k9s",
                ", \"annotations\": {\"cronjob.kubernetes.io/instantiate\": \"manual\"}"));

        assertThat(recorded.difference().lines()).containsExactlyInAnyOrder("remove Job default/by-kubectl",
                "remove Job default/by-others");
        assertThat(recorded.restore().left()).isEmpty();
    }

    @Test
    void ownedObjects_changedByHand_areControllers() {
        world.put("batch/v1", "jobs", "default", "nightly-1", owned(CONTROLLER, ""));
        world.put("v1", "pods", "default", "web-1", """
                "metadata": {"ownerReferences": [{"kind": "ReplicaSet", "uid": "1", "controller": true}],
                  "managedFields": [{"manager": "kubectl-label", "fieldsV1": {"f:metadata": {"f:labels": {}}}},
                    {"manager": "%s", "fieldsV1": {"f:metadata": {"f:ownerReferences": {".": {}}}}}]}"""
                .formatted(CONTROLLER));
        world.put("v1", "configmaps", "default", "unsaid",
                "\"metadata\": {\"ownerReferences\": [{\"uid\": \"1\"}]}");

        assertThat(recorded.difference().lines()).isEmpty();
    }

    private static String owned(String writer, String more) {
        return """
                "metadata": {"ownerReferences": [{"kind": "CronJob", "uid": "1", "controller": true}]%2$s,
                  "managedFields": [{"manager": "%1$s", "fieldsV1": {"f:metadata": {"f:ownerReferences": {".": {}}}}},
                    {"manager": "%3$s", "subresource": "status", "fieldsV1": {"f:status": {}}}]}"""
                .formatted(writer, more, CONTROLLER);
    }
}
