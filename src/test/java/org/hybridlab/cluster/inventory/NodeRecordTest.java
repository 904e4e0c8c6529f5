package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a later {@code up} records of nodes: what the lab file gives and takes, and nothing of anyone else. */
class NodeRecordTest {
    private static final String VERSION = "v1.36.3";
    @AutoClose
    private final Parallel parallel = new Parallel(2, new Cancellation());
    private final FakeObjects world = new FakeObjects();

    @BeforeEach
    void aCluster() {
        world.put("v1", "namespaces", "", "kube-system", "");
    }

    private Inventory inventory() {
        return Inventory.of(objects(), VERSION);
    }

    private ClusterObjects objects() {
        return ClusterObjects.read(world, parallel);
    }

    private void node(String labels, String notes, String taints) {
        world.objects.keySet().removeIf(path -> path.startsWith("/api/v1/nodes/"));
        world.put("v1", "nodes", "", "node1", "\"metadata\": {\"labels\": {%s}, \"annotations\": {%s}}, \"spec\": "
                .formatted(labels, notes) + "{\"taints\": [%s]}".formatted(taints));
    }

    @Test
    void droppedMarks_doNotComeBack() {
        node("\"tier\": \"front\", \"disk\": \"ssd\", \"host\": \"node1\"",
                "\"hybridlab.org/labels\": \"disk,tier\", \"hybridlab.org/taints\": \"gpu:NoExecute\"", """
                {"key": "gpu", "effect": "NoExecute"}, {"key": "other", "effect": "NoSchedule"}""");
        Inventory first = inventory();
        node("\"tier\": \"front\", \"host\": \"node1\", \"mine\": \"yes\"", "\"hybridlab.org/labels\": \"tier\"", """
                {"key": "other", "effect": "NoSchedule"}, {"key": "mine", "effect": "NoExecute"}""");

        RecordedNode node = first.after(objects(), VERSION).nodes().get("node1");

        assertThat(node.labels()).isEqualTo(Map.of("tier", "front", "host", "node1"));
        assertThat(keys(node)).containsExactly("other");
    }

    @Test
    void newMarks_areRecorded_alsoWithOtherValues() {
        node("\"tier\": \"front\"", "\"hybridlab.org/labels\": \"tier\", \"hybridlab.org/taints\": \"gpu=a:NoExecute\"",
                "{\"key\": \"gpu\", \"value\": \"a\", \"effect\": \"NoExecute\"}");
        Inventory first = inventory();
        node("\"tier\": \"back\", \"disk\": \"ssd\"", "\"hybridlab.org/labels\": \"disk,tier\", "
                + "\"hybridlab.org/taints\": \"gpu=b:NoExecute,build:NoSchedule\"", """
                {"key": "gpu", "value": "b", "effect": "NoExecute"}, {"key": "build", "effect": "NoSchedule"}""");

        Inventory after = first.after(objects(), VERSION);

        RecordedNode node = after.nodes().get("node1");
        assertThat(node.labels()).isEqualTo(Map.of("tier", "back", "disk", "ssd"));
        assertThat(keys(node)).containsExactlyInAnyOrder("gpu", "build");
        assertThat(InventoryDifference.of(after, ClusterObjects.read(world, parallel)).isEmpty()).isTrue();
        node("\"host\": \"node1\"", "", "");
        assertThat(after.after(objects(), VERSION).nodes().get("node1").labels()).as("the record keeps the notes")
                .isEmpty();
    }

    /** An {@code up} that was cut off took them away, and their note. The next one must know whose they are. */
    @Test
    void marksPutBack_bringTheirNotes() {
        node("\"tier\": \"front\"", "\"hybridlab.org/labels\": \"tier\"", "");
        Inventory record = inventory();
        node("", "", "");

        InventoryRestore restore = new InventoryRestore(world, record, RecordedWorld.LIMITS, parallel,
                new Cancellation());
        assertThat(restore.run(restore.difference()).left()).isEmpty();

        assertThat(inventory().nodes()).isEqualTo(record.nodes());
    }

    @Test
    void windowsTaint_needsNoNote() {
        node("\"kubernetes.io/os\": \"windows\"", "",
                "{\"key\": \"os\", \"value\": \"windows\", \"effect\": \"NoSchedule\"}");
        Inventory first = inventory();
        node("\"kubernetes.io/os\": \"windows\"", "", "");

        assertThat(first.after(objects(), VERSION).nodes().get("node1").taints()).isEmpty();
    }

    @Test
    void noteThatIsNew_isNoDifference() {
        node("\"tier\": \"front\"", "\"hybridlab.org/labels\": \"tier\"", "");
        ObjectNode text = (ObjectNode) JsonMapper.shared().valueToTree(inventory());
        ((ObjectNode) text.at("/nodes/node1")).putObject("notes");
        Inventory old = JsonMapper.shared().treeToValue(text, Inventory.class);

        assertThat(InventoryDifference.of(old, ClusterObjects.read(world, parallel)).isEmpty()).isTrue();
        assertThat(old.after(objects(), VERSION).nodes()).isEqualTo(inventory().nodes());
    }

    /** Its machine was replaced by one of another Windows. */
    @Test
    void labelsOfKubelet_areRecordedAfresh_editsNot() {
        labelled("10.0.17763", "amd64", "kubelet.exe");
        Inventory first = inventory();
        labelled("10.0.20348", "mine", "kubectl-label");

        assertThat(first.after(objects(), VERSION).nodes().get("node1").labels()).isEqualTo(Map.of(
                "node.kubernetes.io/windows-build", "10.0.20348", "kubernetes.io/arch", "amd64"));
    }

    private void labelled(String build, String arch, String writer) {
        node("\"node.kubernetes.io/windows-build\": \"%s\", \"kubernetes.io/arch\": \"%s\"".formatted(build, arch),
                "", "");
        ((ObjectNode) world.at("v1", "nodes", "", "node1").path("metadata")).set("managedFields",
                JsonMapper.shared().readTree("""
                [{"manager": "kubelet.exe", "fieldsV1": {"f:metadata": {"f:labels": {
                  "f:node.kubernetes.io/windows-build": {}}}}},
                 {"manager": "%s", "fieldsV1": {"f:metadata": {"f:labels": {"f:kubernetes.io/arch": {}}}}}]"""
                .formatted(writer)));
    }

    @Test
    void taintOfPerson_namedAsControllers_goes() {
        node("", "", "");
        Inventory record = inventory();
        node("", "", """
                {"key": "node.kubernetes.io/out-of-service", "value": "nodeshutdown", "effect": "NoExecute"},
                {"key": "node.kubernetes.io/unreachable", "effect": "NoExecute"}""");

        InventoryRestore restore = new InventoryRestore(world, record, RecordedWorld.LIMITS, parallel,
                new Cancellation());
        assertThat(restore.run(restore.difference()).left()).isEmpty();

        assertThat(world.at("v1", "nodes", "", "node1").at("/spec/taints").valueStream().map(taint ->
                taint.path("key").asString())).containsExactly("node.kubernetes.io/unreachable");
    }

    private static List<String> keys(RecordedNode node) {
        return node.taints().stream().map((JsonNode taint) -> taint.path("key").asString()).toList();
    }
}
