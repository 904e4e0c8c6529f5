package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labs in which the box of some machines lacks Kubernetes, or in which they have another version of it. */
class MixedMachinesPlanTest {
    @TempDir
    private Path folder;
    private PlannedLabs labs;

    @BeforeEach
    void labs() {
        labs = new PlannedLabs(folder);
    }

    @Test
    void machine_withStockBox_isEquippedBeforePreparation() throws IOException {
        LabContext labContext = labs.of("""
                name: mixed
                kubernetes: 1.36
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                  - {name: node, box: "debian/bookworm64"}
                """);
        Plan plan = UpPlanner.plan(labContext);

        assertThat(plan.step("machine-running/node").needs()).isEqualTo(Set.of("host-network-ready"));
        assertThat(plan.step("machine-equipped/node").needs()).isEqualTo(Set.of("node-payload-ready",
                "machine-running/node"));
        assertThat(plan.step("machine-prepared/node").needs()).isEqualTo(Set.of("machine-equipped/node"));
        assertThat(plan.step("machine-prepared/control").needs()).isEqualTo(Set.of("machine-running/control"));
        assertThat(plan.step("machine-running/control").needs()).isEqualTo(Set.of("box-ready", "host-network-ready"));
        assertThat(labContext.files().install()).containsOnlyKeys("node");
    }

    @Test
    void machines_namingTheirBox_needNoneOfOurs() throws IOException {
        LabContext labContext = labs.of("""
                name: stock
                kubernetes: 1.36
                defaults: {box: "hybridlab/stock:amd64-0123456789ab"}
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                """);

        assertThat(UpPlanner.plan(labContext).steps()).extracting(step -> step.id()).doesNotContain("box-ready");
    }

    @Test
    void machine_ofAnotherVersion_getsKubeletBeforeJoin() throws IOException {
        Plan plan = UpPlanner.plan(labs.of("""
                name: skewed
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}, {name: old, kubernetes: 1.35}, {name: new}]
                """));

        assertThat(plan.step("kubelet-in-place/old").needs()).containsExactly("machine-prepared/old");
        assertThat(plan.step("node-joined/old").needs()).contains("kubelet-in-place/old");
        assertThat(plan.steps()).extracting(step -> step.id()).doesNotContain("kubelet-in-place/new",
                "kubelet-in-place/control");
    }
}
