package org.hybridlab.provision.reset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.cluster.inventory.Inventory;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the record is of what was applied last is told by its content, not by what a run had to do. */
class ObjectRecordTest {
    private static final String SYSTEM = "/api/v1/namespaces/kube-system";
    private static final String LAB = """
            name: solo
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}]
            """;
    private static final String TAINT = """
            {"key": "node-role.kubernetes.io/control-plane", "effect": "NoSchedule"}""";
    @TempDir
    private Path folder;
    private HealthyLab lab;

    @BeforeEach
    void aRecordedLab() {
        lab = lab(LAB);
        record(lab).update(new Cancellation());
    }

    private HealthyLab lab(String text) {
        HealthyLab healthy = new HealthyLab(folder, text);
        String namespace = "{\"metadata\": {\"name\": \"kube-system\", \"uid\": \"first\"}}";
        healthy.api.answers.put(SYSTEM, namespace);
        healthy.api.answers.put("/api/v1/namespaces", "{\"items\": [%s]}".formatted(namespace));
        healthy.api.answers.put("/api/v1", """
                {"resources": [{"name": "namespaces", "kind": "Namespace", "verbs": ["list", "delete"]}]}""");
        return healthy;
    }

    private static ObjectRecord record(HealthyLab lab) {
        return new ObjectRecord(lab.labContext);
    }

    @Test
    void record_isCurrent_whileNothingIsApplied() {
        assertThat(record(lab).isCurrent()).isTrue();
        assertThat(record(lab(LAB)).isCurrent()).isTrue();
    }

    @Test
    void record_ofEarlierCluster_isNotCurrent() {
        lab.api.answers.put(SYSTEM, "{\"metadata\": {\"uid\": \"second\"}}");

        assertThat(record(lab).isCurrent()).isFalse();
    }

    @Test
    void damagedRecord_isNotCurrent_norRead() throws IOException {
        for (String text : List.of("{", "null", "{}", "", """
                {"cluster": "1", "kubernetes": "v1.36.3", "nodes": {}, "unknown": [], "objects": {}}""")) {
            Files.writeString(lab.labContext.workspace().folder().resolve("kubernetes/objects.json"), text);

            assertThat(record(lab).isCurrent()).as(text).isFalse();
            assertThat(record(lab).read()).as(text).isEmpty();
        }
    }

    /** Else what somebody made since then would become a part of the lab. */
    @Test
    void damagedRecord_isNotOverwritten() throws IOException {
        Path file = lab.labContext.workspace().folder().resolve("kubernetes/objects.json");
        for (String text : List.of("{", "null", "{}", "")) {
            Files.writeString(file, text);

            assertRefused(file);
            assertThat(file).hasContent(text);
        }

        Files.delete(file);
        record(lab).update(new Cancellation());
        assertThat(record(lab).isCurrent()).isTrue();
    }

    @Test
    void recordWithInputError_isNotNone() throws IOException {
        Path file = lab.labContext.workspace().folder().resolve("kubernetes/objects.json");
        Files.delete(file);
        Files.createDirectory(file);

        assertRefused(file);
    }

    private void assertRefused(Path file) {
        LabException e = failure(() -> record(lab).update(new Cancellation()));
        assertThat(e.id()).isEqualTo("objects-not-recorded");
        assertThat(e.what()).contains(file + " cannot be read");
        assertThat(e.advice()).contains("remove that file").endsWith("hybridlab up solo");
    }

    /** A run that ended early, or was killed, has applied them. */
    @Test
    void record_withoutAppliedObjects_isNotCurrent() {
        new WorkspaceState(lab.labContext.workspace()).addObjects("web", List.of("/api/v1/namespaces/web"));
        assertThat(record(lab).isCurrent()).isFalse();

        record(lab).update(new Cancellation());
        assertThat(record(lab).isCurrent()).isTrue();
    }

    @Test
    void unlistedNamespaces_leaveTheRecord() {
        Inventory before = record(lab).read().orElseThrow();
        lab.api.answers.put("/api/v1/namespaces", "{}");

        assertThatThrownBy(() -> record(lab).update(new Cancellation())).hasMessageContaining("namespaces");
        assertThat(record(lab).read()).contains(before);
    }

    @Test
    void record_withoutNewlyUnlistedKind_isNotCurrent() {
        lab.api.hideThings();

        record(lab).update(new Cancellation());

        assertThat(record(lab).isCurrent()).isFalse();
    }

    /** `up` takes it off, and no longer knows that kubeadm gave it. */
    @Test
    void taint_thatFileTookOff_leavesTheRecord() {
        nodes(lab, TAINT);
        record(lab).update(new Cancellation());
        assertThat(taints()).isEqualTo(1);

        recordUntainted();

        assertThat(taints()).isZero();
    }

    @Test
    void taint_thatUpGaveBack_isRecorded() {
        recordUntainted();
        HealthyLab tainted = lab(LAB);
        nodes(tainted, TAINT);

        record(tainted).update(new Cancellation());

        assertThat(taints()).isEqualTo(1);
    }

    @Test
    void taint_thatPersonTookOff_staysRecorded() {
        nodes(lab, TAINT);
        record(lab).update(new Cancellation());
        nodes(lab, "");

        record(lab).update(new Cancellation());

        assertThat(taints()).isEqualTo(1);
    }

    private void recordUntainted() {
        HealthyLab untainted = lab(LAB.replace("kubernetes: 1.36", "kubernetes: 1.36\nuntaint: true"));
        nodes(untainted, "");
        record(untainted).update(new Cancellation());
    }

    private int taints() {
        return record(lab).read().orElseThrow().nodes().get("control").taints().size();
    }

    private static void nodes(HealthyLab lab, String taints) {
        lab.api.answers.put("/api/v1", """
                {"resources": [{"name": "namespaces", "kind": "Namespace", "verbs": ["list", "delete"]},
                  {"name": "nodes", "kind": "Node", "verbs": ["list", "delete"]}]}""");
        lab.api.answers.put("/api/v1/nodes", """
                {"items": [{"metadata": {"name": "control"}, "spec": {"taints": [%s]}}]}""".formatted(taints));
    }

    @Test
    void record_ofEarlierLabFile_isNotCurrent() {
        assertThat(record(lab(LAB.replace("kubernetes: 1.36", "kubernetes: 1.36\nuntaint: true"))).isCurrent())
                .isFalse();
        assertThat(record(lab(LAB + "metrics: true\n")).isCurrent()).isFalse();
    }
}
