package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How several control planes come to one cluster, and where its etcd is. */
class ControlPlanePlanTest {
    @TempDir
    private Path folder;
    private PlannedLabs labs;

    @BeforeEach
    void labs() {
        labs = new PlannedLabs(folder);
    }

    @Test
    void furtherControlPlanes_joinSingly_besideWorkers() {
        Plan plan = labs.plan("ha-control-plane");

        assertThat(plan.steps()).extracting(step -> step.id())
                .contains("control-plane-initialised/control1", "node-joined/control2", "node-joined/control3")
                .doesNotContain("node-joined/control1");
        assertThat(plan.step("node-joined/control2").permits()).contains(Permits.ETCD_MEMBER);
        assertThat(plan.step("node-joined/node").permits()).isEmpty();
    }

    @Test
    void controlPlanes_meetAtAFreeAddress() {
        LabContext labContext = labs.shipped("ha-control-plane");
        String virtual = labContext.lab().network().virtualAddress().orElseThrow().toString();

        assertThat(labContext.files().kubeadmInit()).contains("controlPlaneEndpoint: \"" + virtual + ":6443\"");
        assertThat(labContext.files().prepare().get("control2")).contains("        " + virtual + "/24\n")
                .contains("answers '192.168.57.11' && exit 1").contains("answers '192.168.57.13' && exit 1");
        assertThat(labContext.files().prepare().get("node")).doesNotContain("keepalived");
    }

    @Test
    void etcd_onOwnMachines_precedesControlPlane() throws IOException {
        LabContext labContext = labs.of("""
                name: stored
                machines: [{name: control, role: control-plane}, {name: store, role: etcd, count: 3}, {name: node}]
                """);
        Plan plan = UpPlanner.plan(labContext);

        assertThat(plan.step("etcd-member-running/store1").needs()).isEqualTo(Set.of("machine-prepared/store1",
                "machine-prepared/store2", "machine-prepared/store3"));
        assertThat(plan.step("etcd-member-running/store3").needs()).contains("etcd-member-running/store1");
        assertThat(plan.step("etcd-member-running/store3").permits()).containsExactly(Permits.ETCD_MEMBER);
        assertThat(plan.step("control-plane-initialised/control").needs()).isEqualTo(Set.of("machine-prepared/control",
                "etcd-endpoints-known/control", "etcd-member-running/store1", "etcd-member-running/store2",
                "etcd-member-running/store3"));
        assertThat(plan.steps()).extracting(step -> step.id()).contains("node-ready/node")
                .doesNotContain("node-joined/store1", "node-ready/store1");
        assertThat(labContext.files().kubeadmInit()).contains("  external:\n    endpoints:\n"
                + "      - \"https://192.168.57.12:2379\"\n      - \"https://192.168.57.13:2379\"\n");
    }
}
