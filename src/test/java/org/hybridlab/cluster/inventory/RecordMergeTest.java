package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A later {@code up} records what it changed of its own objects, and nothing that a person did to them. */
class RecordMergeTest {
    private static final String APPLIED = """
            {"manager": "hybridlab", "operation": "Apply", "fieldsType": "FieldsV1", "fieldsV1": {
              "f:metadata": {"f:labels": {"f:app": {}}},
              "f:spec": {"f:strategy": {"f:type": {}}, "f:template": {"f:spec": {"f:containers": {
                "k:{\\"name\\":\\"web\\"}": {".": {}, "f:name": {}, "f:image": {}%s}}}}}}}""";
    private static final String OF_HAND = """
            {"manager": "kubectl-edit", "operation": "Update", "fieldsType": "FieldsV1", "fieldsV1": {
              "f:metadata": {"f:labels": {"f:mine": {}}, "f:annotations": {".": {}, "f:mine": {}}},
              "f:spec": {"f:paused": {}, "f:replicas": {}, "f:template": {"f:spec": {
                "f:nodeSelector": {".": {}, "f:disk": {}}, "f:containers": {
                "k:{\\"name\\":\\"web\\"}": {"f:env": {".": {}, "k:{\\"name\\":\\"MINE\\"}": {".": {}, "f:name": {}}}},
                "k:{\\"name\\":\\"beside\\"}": {".": {}, "f:name": {}}}}}}}}""";
    private static final String DEPLOYMENT = """
            "metadata": {"labels": {"app": "web"}, "managedFields": [%s]},
            "spec": {"replicas": 2, "strategy": {"type": "RollingUpdate", "rollingUpdate": {}}, "template": {"spec": {
              "containers": [{"name": "web", "image": "web:1", "args": ["old"]}]}}}""";
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;

    @BeforeEach
    void aClusterAsUpLeavesIt() {
        world.put("apps/v1", "deployments", "default", "web", DEPLOYMENT.formatted(APPLIED.formatted(
                ", \"f:args\": {}")));
        world.put("v1", "secrets", "default", "login", secret("c2VjcmV0"));
        recorded.note();
    }

    private static String secret(String password) {
        return """
                "metadata": {"managedFields": [{"manager": "hybridlab", "operation": "Apply", "fieldsV1": {
                  "f:data": {".": {}, "f:password": {}}}}]}, "data": {"password": "%s"}""".formatted(password);
    }

    private ObjectNode web() {
        return world.at("apps/v1", "deployments", "default", "web");
    }

    private void editByHand() {
        web().withObject("/metadata").putArray("managedFields").add(json(APPLIED.formatted(", \"f:args\": {}")))
                .add(json(OF_HAND));
        web().withObject("/metadata/labels").put("mine", "yes");
        web().withObject("/metadata").putObject("annotations").put("mine", "yes");
        web().withObject("/spec").put("paused", true).put("replicas", 0);
        ObjectNode pod = web().withObject("/spec/template/spec");
        pod.putObject("nodeSelector").put("disk", "none");
        ((ObjectNode) pod.at("/containers/0")).putArray("env").addObject().put("name", "MINE");
        pod.withArray("/containers").addObject().put("name", "beside").put("image", "mine");
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private RecordedObject later(String key) {
        return recorded.later().objects().get(key);
    }

    @Test
    void edits_byHand_areNotRecorded() {
        RecordedObject before = recorded.record.objects().get("deployments.apps/default/web");
        editByHand();

        assertThat(later("deployments.apps/default/web")).isEqualTo(before);
    }

    @Test
    void newManifest_isRecorded_withoutEditsByHand() {
        JsonNode before = recorded.record.objects().get("deployments.apps/default/web").essence().orElseThrow();
        editByHand();
        // The manifest has another image and strategy now, and no arguments.
        ObjectNode container = (ObjectNode) web().at("/spec/template/spec/containers/0");
        container.put("image", "web:2").remove("args");
        web().withObject("/spec").putObject("strategy").put("type", "Recreate");
        web().withObject("/metadata").putArray("managedFields").add(json(APPLIED.formatted(""))).add(json(OF_HAND));

        JsonNode after = later("deployments.apps/default/web").essence().orElseThrow();

        ObjectNode wanted = (ObjectNode) before.deepCopy();
        ((ObjectNode) wanted.at("/spec/template/spec/containers/0")).put("image", "web:2").remove("args");
        wanted.withObject("/spec").putObject("strategy").put("type", "Recreate");
        assertThat(after).isEqualTo(wanted);
    }

    @Test
    void secret_isRecordedAfresh_ifItsManifestChanged() {
        String before = recorded.record.objects().get("secrets/default/login").digest();
        world.at("v1", "secrets", "default", "login").withObject("/data").put("mine", "eQ==");
        assertThat(later("secrets/default/login").digest()).isEqualTo(before);

        world.put("v1", "secrets", "default", "login", secret("b3RoZXI="));
        assertThat(later("secrets/default/login").digest()).isNotEqualTo(before);
    }

    /** Nobody owns what the API server gave it. Else a soft reset would delete it to bring the earlier address back. */
    @Test
    void serviceMadeAgain_isRecorded_withNewAddress() {
        service("10.96.0.1", 30001, "");
        recorded.note();
        service("10.96.0.2", 30002, OF_HAND.replace("f:paused", "f:sessionAffinity"));
        world.at("v1", "services", "default", "web").withObject("/spec").put("sessionAffinity", "ClientIP");

        recorded.record = recorded.later();

        assertThat(recorded.difference().lines())
                .containsExactly("put Service default/web back: spec.sessionAffinity is too many");
    }

    private void service(String address, int nodePort, String others) {
        world.put("v1", "services", "default", "web", """
                "metadata": {"managedFields": [{"manager": "hybridlab", "operation": "Apply", "fieldsV1": {"f:spec": {
                  "f:type": {}, "f:ports": {"k:{\\"port\\":80}": {".": {}, "f:port": {}}}}}}%s]},
                "spec": {"type": "NodePort", "clusterIP": "%s", "clusterIPs": ["%s"],
                  "ports": [{"port": 80, "nodePort": %d}]}""".formatted(others.isEmpty() ? "" : ", " + others, address,
                        address, nodePort));
    }

    /** What a controller wrote has no owner any more once it is gone. */
    @Test
    void removals_byHand_areNotRecorded() {
        String injector = """
                , {"manager": "injector", "operation": "Update", "fieldsV1": {
                  "f:metadata": {"f:labels": {"f:injected": {}}}, "f:spec": {"f:template": {"f:spec": {"f:containers": {
                    "k:{\\"name\\":\\"proxy\\"}": {".": {}, "f:name": {}}}}}}}}""";
        world.put("apps/v1", "deployments", "default", "web", DEPLOYMENT.formatted(APPLIED.formatted("") + injector)
                .replace("\"app\": \"web\"", "\"app\": \"web\", \"injected\": \"yes\"")
                .replace("[\"old\"]}", "[\"old\"]}, {\"name\": \"proxy\"}"));
        recorded.note();
        world.put("apps/v1", "deployments", "default", "web", DEPLOYMENT.formatted(APPLIED.formatted("")));

        assertThat(recorded.later().objects()).isEqualTo(recorded.record.objects());
    }

    /** Else each soft reset would make them again in vain, as the API server has no such namespace or kind. */
    @Test
    void removedApp_takesAll_inItsNamespace() {
        String applied = "\"metadata\": {\"managedFields\": [{\"manager\": \"hybridlab\", "
                + "\"operation\": \"Apply\", \"fieldsV1\": {}}]}";
        Inventory before = recorded.record;
        world.put("v1", "namespaces", "", "shop", applied);
        world.put("v1", "serviceaccounts", "shop", "default", "");
        world.put("v1", "configmaps", "shop", "of-its-job", "");
        world.put("apiextensions.k8s.io/v1", "customresourcedefinitions", "", "widgets.example.org", applied);
        world.put("example.org/v1", "widgets", "default", "of-its-operator", "");
        world.put("apiregistration.k8s.io/v1", "apiservices", "", "v1.broken.example.org", applied);
        world.put("broken.example.org/v1", "things", "default", "of-its-server", "");
        recorded.note();
        world.objects.keySet().removeIf(path -> path.contains("shop") || path.contains("example.org"));

        assertThat(recorded.later().objects()).isEqualTo(before.objects());
    }

    @Test
    void objects_ofUnrecordedNamespace_areDropped() {
        Inventory before = recorded.record;
        world.put("v1", "namespaces", "", "shop", "");
        world.put("v1", "serviceaccounts", "shop", "default", "");
        recorded.note();
        recorded.record.objects().remove("namespaces//shop");

        assertThat(recorded.later().objects()).isEqualTo(before.objects());
    }

    /** Where the etcd members changed, else each soft reset would bring the earlier ones back. */
    @Test
    void kubeadmsSettings_areRecordedAsHybridlabLeftThem() {
        settings("kubeadm", "old", "");
        recorded.note();
        settings("Java-http-client", "new", "mine");

        assertThat(later("configmaps/kube-system/kubeadm-config").essence().orElseThrow().path("data"))
                .isEqualTo(json("{\"ClusterConfiguration\": \"new\"}"));
    }

    private void settings(String manager, String configuration, String mine) {
        world.put("v1", "configmaps", "kube-system", "kubeadm-config", """
                "metadata": {"managedFields": [
                  {"manager": "%s", "fieldsV1": {"f:data": {"f:ClusterConfiguration": {}}}},
                  {"manager": "kubectl-edit", "fieldsV1": {"f:data": {"f:mine": {}}}}]},
                "data": {"ClusterConfiguration": "%s"%s}""".formatted(manager, configuration, mine.isEmpty() ? ""
                        : ", \"mine\": \"%s\"".formatted(mine)));
    }
}
