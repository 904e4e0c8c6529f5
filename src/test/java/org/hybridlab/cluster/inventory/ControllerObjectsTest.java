package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

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
    private final ObjectWorld world = recorded.world;

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
}
