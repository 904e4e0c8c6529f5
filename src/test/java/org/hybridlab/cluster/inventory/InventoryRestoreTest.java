package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.hybridlab.cluster.inventory.InventoryRestore.Outcome;
import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A cluster that somebody changed is as it was; what is unknown, or a controller's, is left alone. */
class InventoryRestoreTest {
    private static final String HOOK = "admissionregistration.k8s.io/v1";
    private static final String DEFINITION = "apiextensions.k8s.io/v1";
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;

    @BeforeEach
    void aClusterAsUpLeavesIt() {
        world.put("v1", "nodes", "", "node1", """
                "metadata": {"labels": {"tier": "front"}}, "spec": {"taints": [
                  {"key": "lab", "effect": "NoSchedule"}]}""");
        world.put("apps/v1", "deployments", "default", "web", "\"spec\": {\"replicas\": 2}");
        world.put("v1", "configmaps", "default", "settings", "\"data\": {\"a\": \"b\"}");
        world.put("v1", "configmaps", "default", "kube-root-ca.crt", "\"data\": {}");
        world.put("v1", "secrets", "default", "login", "\"data\": {\"password\": \"c2VjcmV0\"}");
        world.put("batch/v1", "jobs", "default", "once", "\"spec\": {\"template\": {\"spec\": {\"pause\": 1}}}");
        recorded.note();
    }

    @Test
    void nothingDiffersRightAfterwards() {
        assertThat(recorded.difference().isEmpty()).isTrue();
        assertThat(recorded.difference().lines()).isEmpty();
    }

    @Test
    void foreignNamespaces_go_withAllInThem() {
        world.put("v1", "namespaces", "", "alpha", "\"metadata\": {\"finalizers\": [\"example.org/mine\"]}");
        world.put("v1", "configmaps", "alpha", "held", "\"metadata\": {\"finalizers\": [\"example.org/held\"]}");
        world.put("v1", "pods", "alpha", "owned", "\"metadata\": {\"ownerReferences\": [{\"kind\": \"ReplicaSet\"}]}");
        world.put("v1", "configmaps", "alpha", "kube-root-ca.crt", "");
        assertThat(recorded.difference().lines()).contains("remove namespace alpha with 1 objects");

        Outcome outcome = recorded.restore();

        assertThat(outcome.left()).isEmpty();
        assertThat(outcome.undone()).contains("removed Namespace alpha");
        assertThat(world.objects.keySet()).noneMatch(path -> path.contains("alpha"));
    }

    @Test
    void namespace_hangingInDeletion_isMadeAgain() {
        world.put("v1", "configmaps", "default", "held", "\"metadata\": {\"finalizers\": [\"example.org/held\"]}");
        world.delete("/api/v1/namespaces/default");
        String before = world.at("v1", "namespaces", "", "default").path("metadata").path("uid").asString();

        Outcome outcome = recorded.restore();

        // Nobody has the Secret's content any more; the lab's manifests may.
        assertThat(outcome.left()).containsExactly("make Secret default/login again, if a manifest of the lab has it");
        JsonNode namespace = world.at("v1", "namespaces", "", "default").path("metadata");
        assertThat(namespace.has("deletionTimestamp")).isFalse();
        assertThat(namespace.path("uid").asString()).isNotEqualTo(before);
        assertThat(world.at("apps/v1", "deployments", "default", "web").at("/spec/replicas").asInt()).isEqualTo(2);
        assertThat(world.has("v1", "configmaps", "default", "held")).isFalse();
    }

    @Test
    void aWebhookThatRefusesEverythingGoesFirst() {
        world.put("v1", "configmaps", "default", "stranger", "");
        world.objects.remove("/api/v1/namespaces/default/configmaps/settings");
        world.put(HOOK, "validatingwebhookconfigurations", "", "no", "");

        assertThat(recorded.restore().left()).isEmpty();
        assertThat(recorded.difference().isEmpty()).isTrue();
    }

    @Test
    void definitionsGoAfterTheirObjects() {
        world.put(DEFINITION, "customresourcedefinitions", "", "widgets.example.org",
                "\"metadata\": {\"finalizers\": [\"customresourcecleanup.apiextensions.k8s.io\"]}");
        world.put("example.org/v1", "widgets", "default", "one",
                "\"metadata\": {\"finalizers\": [\"example.org/never\"]}");
        world.put("v1", "namespaces", "", "alpha", "");
        world.put("example.org/v1", "widgets", "alpha", "two", "");
        // Its controller, once the last one is gone.
        world.at(DEFINITION, "customresourcedefinitions", "", "widgets.example.org").withObject("/metadata")
                .remove("finalizers");

        assertThat(recorded.restore().left()).isEmpty();
        assertThat(world.has(DEFINITION, "customresourcedefinitions", "", "widgets.example.org")).isFalse();
    }

    @Test
    void changedObjects_getFieldsBack_andLoseAdditions() {
        ObjectNode web = world.at("apps/v1", "deployments", "default", "web");
        web.withObject("/spec").put("replicas", 0).put("paused", true);
        web.withObject("/metadata/labels").put("mine", "yes");

        assertThat(recorded.difference().lines()).singleElement().asString()
                .startsWith("put Deployment default/web back: ")
                .contains("spec.replicas is 0 instead of 2");
        assertThat(recorded.restore().left()).isEmpty();
        assertThat(recorded.difference().isEmpty()).isTrue();
    }

    @Test
    void whatCannotBeChangedIsMadeAgain() {
        job().withObject("/spec/template/spec").put("pause", 2);

        assertThat(recorded.restore().left()).isEmpty();
        assertThat(job().at("/spec/template/spec/pause").asInt()).isEqualTo(1);
    }

    @Test
    void whatCannotBeMadeAgain_isKept() {
        job().withObject("/spec").put("invalid", true);
        recorded.note();
        JsonNode uid = job().at("/metadata/uid");
        job().withObject("/spec/template/spec").put("pause", 2);
        recorded.limits = RecordedWorld.IMPATIENT;

        assertThat(recorded.restore().left()).singleElement().asString().endsWith("(spec.invalid: Invalid value)");
        assertThat(job().at("/metadata/uid")).isEqualTo(uid);
    }

    private ObjectNode job() {
        return world.at("batch/v1", "jobs", "default", "once");
    }

    @Test
    void deletedJob_isMadeAgain_once() {
        world.objects.remove("/apis/batch/v1/namespaces/default/jobs/once");

        assertThat(recorded.restore().left()).isEmpty();

        JsonNode uid = job().at("/metadata/uid");
        assertThat(recorded.restore().undone()).isEmpty();
        assertThat(job().at("/metadata/uid")).isEqualTo(uid);
    }

    @Test
    void jobThatCanBeChanged_runsOn() {
        JsonNode uid = job().at("/metadata/uid");
        job().withObject("/spec").put("suspend", true);

        assertThat(recorded.restore().left()).isEmpty();

        assertThat(job().at("/metadata/uid")).isEqualTo(uid);
        assertThat(job().path("spec").has("suspend")).isFalse();
    }

    @Test
    void nodes_getTheirMarksBack_keepingControllersTaints() {
        ObjectNode node = world.at("v1", "nodes", "", "node1");
        node.set("spec", JsonMapper.shared().readTree("""
                {"unschedulable": true, "taints": [{"key": "mine", "effect": "NoExecute"},
                  {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}]}"""));
        node.withObject("/metadata").set("labels", JsonMapper.shared().readTree("{\"mine\": \"1\"}"));

        assertThat(recorded.restore().left()).isEmpty();

        assertThat(RecordedNode.of(node)).isEqualTo(recorded.record.nodes().get("node1"));
        assertThat(node.at("/spec/taints").valueStream().map(taint -> taint.path("key").asString()))
                .containsExactlyInAnyOrder("lab", "node.kubernetes.io/unschedulable");
    }

    @Test
    void unlistableKind_isNotAbsent() {
        world.put("broken.example.org/v1", "things", "default", "one", "");
        recorded.note();
        world.busy("/apis/broken.example.org/v1");
        assertThat(recorded.difference().missing()).isEmpty();

        world.failures.clear();
        world.busy("/apis/broken.example.org/v1/things");
        assertThat(recorded.difference().missing()).isEmpty();
    }

    @Test
    void kind_unlistedForRecord_isNotCalledForeign() {
        world.put("broken.example.org/v1", "things", "default", "one", "");
        world.busy("/apis/broken.example.org/v1/things");
        recorded.note();
        world.failures.clear();

        assertThat(recorded.difference().foreign()).isEmpty();

        world.busy("/apis/broken.example.org/v1");
        recorded.note();
        world.failures.clear();
        assertThat(recorded.difference().foreign()).isEmpty();
    }

    @Test
    void theRecordHoldsNoSecret() {
        String text = JsonMapper.shared().writeValueAsString(recorded.record);

        assertThat(text).contains("login").doesNotContain("c2VjcmV0");
        assertThat(JsonMapper.shared().readValue(text, Inventory.class)).isEqualTo(recorded.record);
        world.at("v1", "secrets", "default", "login").withObject("/data").put("password", "b3RoZXI=");
        assertThat(recorded.difference().changed()).singleElement().extracting(InventoryDifference.Change::how)
                .isEqualTo("its content is another");
    }

    @Test
    void laterUp_record_adoptsNothingForeign() {
        String ours = "\"metadata\": {\"managedFields\": [{\"manager\": \"hybridlab\"}]}";
        world.put("v1", "configmaps", "default", "old-app", ours);
        recorded.note();
        world.objects.remove("/api/v1/namespaces/default/configmaps/old-app");
        world.objects.remove("/api/v1/namespaces/default/configmaps/settings");
        world.put("v1", "configmaps", "default", "new-app", ours);
        world.put("v1", "configmaps", "default", "stranger", "");

        Inventory after = recorded.later();

        assertThat(after.objects().keySet()).contains("configmaps/default/new-app", "configmaps/default/settings")
                .doesNotContain("configmaps/default/old-app", "configmaps/default/stranger");
    }

    @Test
    void anotherClusterIsRecordedAfresh() {
        world.put("v1", "namespaces", "", "kube-system", "");
        world.put("v1", "configmaps", "default", "stranger", "");

        assertThat(recorded.later().objects()).containsKey("configmaps/default/stranger");
    }

    @Test
    void objects_ofConcurrentChecks_areNotRecorded() {
        world.put("v1", "namespaces", "", "checks", "\"metadata\": {\"labels\": {\"hybridlab.org/probes\": \"\"}}");
        world.put("v1", "pods", "checks", "probe", "");
        world.put("v1", "pods", "later", "probe", "");

        assertThat(recorded.inventory().objects()).isEqualTo(recorded.record.objects());
    }

    @Test
    void endingCheckNamespace_isNoDifference() {
        world.put("v1", "namespaces", "", "checks", "\"metadata\": {\"labels\": {\"hybridlab.org/probes\": \"\"}, "
                + "\"deletionTimestamp\": \"2026-11-23T08:00:00Z\"}");
        world.put("v1", "pods", "checks", "probe", "");

        assertThat(recorded.difference().lines()).isEmpty();
        assertThat(recorded.difference().isEmpty()).isTrue();
    }

    /** A check that was killed left it, or one is running. */
    @Test
    void youngCheckNamespace_isSaid_oldOneRemoved() {
        String checks = "\"metadata\": {\"labels\": {\"hybridlab.org/probes\": \"\"}, \"creationTimestamp\": \"%s\"}";
        world.put("v1", "namespaces", "", "checks", checks.formatted(world.now()));
        world.put("v1", "pods", "checks", "probe", "");

        assertThat(recorded.difference().isEmpty()).isTrue();
        assertThat(recorded.difference().unjudged()).containsExactly("namespace checks is left, as a check may still "
                + "use it: look again 30 minutes after the check began");

        world.put("v1", "namespaces", "", "checks", checks.formatted(world.now().minusSeconds(1801)));
        assertThat(recorded.difference().unjudged()).isEmpty();
        assertThat(recorded.difference().lines()).containsExactly("remove namespace checks with 1 objects");
    }

    @Test
    void unknownKindsAreSaid() {
        world.busy("/apis/broken.example.org/v1/things");

        assertThat(recorded.difference().unknown()).containsExactly("things.broken.example.org");
        assertThat(recorded.difference().isEmpty()).isTrue();
    }
}
