package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** After an upgrade, the record has the new version's own objects, and nothing that a person made or changed. */
class UpgradedRecordTest {
    private static final String OF_KUBEADM = "\"metadata\": {\"managedFields\": [{\"manager\": \"kubeadm\", "
            + "\"fieldsV1\": {\"f:data\": {\"f:version\": {}}}}%s]}, \"data\": {\"version\": \"%s\"%s}";
    private static final String BY_HAND = ", {\"manager\": \"kubectl-edit\", "
            + "\"fieldsV1\": {\"f:data\": {\"f:mine\": {}}}}";
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;

    @BeforeEach
    void aClusterThatIsUpgraded() {
        system("coredns", "", "1", "");
        system("dropped", "", "1", "");
        world.put("v1", "configmaps", "default", "deleted", "");
        world.put("v1", "nodes", "", "node1", "");
        recorded.note();
        system("coredns", BY_HAND, "2", ", \"mine\": \"yes\"");
        system("new", "", "2", "");
        world.put("v1", "configmaps", "kube-system", "stranger", "\"metadata\": {\"managedFields\": ["
                + BY_HAND.substring(1) + "]}");
        world.objects.remove("/api/v1/namespaces/kube-system/configmaps/dropped");
        world.objects.remove("/api/v1/namespaces/default/configmaps/deleted");
        world.put("v1", "namespaces", "", "mine", "");
        world.put("admissionregistration.k8s.io/v1", "validatingwebhookconfigurations", "", "mine", "");
        world.put("v1", "nodes", "", "node1", "\"spec\": {\"unschedulable\": true}");
    }

    private void system(String name, String owners, String version, String data) {
        world.put("v1", "configmaps", "kube-system", name, OF_KUBEADM.formatted(owners, version, data));
    }

    @Test
    void upgrade_recordsWhatKubernetesBrings() {
        Map<String, RecordedObject> objects = recorded.later("v1.37.0").objects();

        assertThat(objects).containsKey("configmaps/kube-system/new")
                .doesNotContainKey("configmaps/kube-system/dropped");
        ObjectNode coredns = (ObjectNode) objects.get("configmaps/kube-system/coredns").essence().orElseThrow();
        assertThat(coredns.path("data").toString()).isEqualTo("{\"version\":\"2\"}");
        assertThat(recorded.later("v1.37.0").kubernetes()).isEqualTo("v1.37.0");
    }

    /** A repair had applied it. */
    @Test
    void upgrade_recordsWhatKubeadmTookFromHybridlab() {
        String applied = ", {\"manager\": \"hybridlab\", \"operation\": \"Apply\", \"fieldsV1\": "
                + "{\"f:data\": {\"f:%s\": {}}}}";
        system("coredns", applied.formatted("version"), "1", "");
        recorded.note();
        system("coredns", applied.formatted("other"), "2", "");

        assertThat(recorded.later("v1.37.0").objects().get("configmaps/kube-system/coredns").essence().orElseThrow()
                .at("/data/version").asString()).isEqualTo("2");
    }

    @Test
    void upgrade_recordsNothingOfPeople() {
        recorded.record = recorded.later("v1.37.0");

        assertThat(recorded.difference().lines()).containsExactlyInAnyOrder("remove namespace mine with 0 objects",
                "remove ValidatingWebhookConfiguration mine", "remove ConfigMap kube-system/stranger",
                "make ConfigMap default/deleted again", "put ConfigMap kube-system/coredns back: data.mine is too many",
                "put labels, taints and cordon of node node1 back");
    }

    /** Nobody owns them. Else a soft reset would take them away each time, and the API server would fill them in. */
    @Test
    void newDefaults_areRecorded_withoutEditsByHand() {
        String helm = "\"manager\": \"helm\", \"operation\": \"Update\"";
        set("applied", "\"manager\": \"hybridlab\", \"operation\": \"Apply\"", "\"partition\": 0", "", "");
        set("other", helm, "\"partition\": 0", "", "");
        recorded.note();
        String edit = ", {\"manager\": \"kubectl-edit\", \"fieldsV1\": {\"f:spec\": {\"f:paused\": {}}}}";
        set("applied", "\"manager\": \"hybridlab\", \"operation\": \"Apply\"",
                "\"partition\": 0, \"maxUnavailable\": 1", edit, ", \"paused\": true");
        set("other", helm, "\"partition\": 0, \"maxUnavailable\": 1", edit, ", \"paused\": true");

        recorded.record = recorded.later("v1.37.0");

        assertThat(recorded.difference().lines()).filteredOn(line -> line.contains("StatefulSet")).containsExactly(
                "put StatefulSet default/applied back: spec.paused is too many",
                "put StatefulSet default/other back: spec.paused is too many");
    }

    private void set(String name, String owner, String rolling, String others, String fields) {
        world.put("apps/v1", "statefulsets", "default", name, """
                "metadata": {"managedFields": [{%s, "fieldsV1": {"f:spec": {"f:serviceName": {}}}}%s]},
                "spec": {"serviceName": "web", "updateStrategy": {"rollingUpdate": {%s}}%s}""".formatted(owner, others,
                        rolling, fields));
    }
}
