package org.hybridlab.provision.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.context.LabContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpPlannerTest {
    @TempDir
    private Path folder;
    private PlannedLabs labs;

    @BeforeEach
    void labs() {
        labs = new PlannedLabs(folder);
    }

    @Test
    void aTwoMachineLabReadsLikeTheChapter() {
        assertThat(labs.plan("first-cluster").steps()).extracting(step -> step.id()).containsExactlyInAnyOrder(
                "box-ready", "host-network-ready",
                "machine-running/control", "machine-running/node",
                "machine-prepared/control", "machine-prepared/node",
                "control-plane-initialised/control", "pod-network-applied", "addons-applied", "system-pods-ready",
                "certificates-valid/control", "kubelet-certificate-valid/control", "kubelet-certificate-valid/node",
                "node-joined/node", "node-ready/control", "node-ready/node", "storage-served",
                "app-applied/numbers", "app-ready/numbers");
    }

    @Test
    void machinesStartTogether() {
        Plan plan = labs.plan("four-machines");

        plan.steps().stream().filter(step -> step.id().startsWith("machine-running/"))
                .forEach(step -> assertThat(step.needs()).isEqualTo(Set.of("box-ready", "host-network-ready")));
    }

    @Test
    void machine_prepared_joinsOnceControlPlaneIsThere() {
        assertThat(labs.plan("first-cluster").step("node-joined/node").needs())
                .isEqualTo(Set.of("machine-prepared/node", "control-plane-initialised/control"));
    }

    @Test
    void joinsNetworkAndApps_doNotWaitMutually() {
        Plan plan = labs.plan("first-cluster");

        assertThat(plan.step("pod-network-applied").needs()).isEqualTo(Set.of("control-plane-initialised/control"));
        assertThat(plan.step("app-applied/numbers").needs()).isEqualTo(Set.of("control-plane-initialised/control"));
    }

    @Test
    void apps_ofUntaintedLab_waitForAllNodes() {
        assertThat(labs.plan("four-machines").step("app-applied/apod").needs())
                .contains("control-plane-untainted")
                .containsAll(labs.plan("four-machines").steps().stream().map(step -> step.id())
                        .filter(id -> id.startsWith("node-ready/")).toList());
    }

    @Test
    void registriesAreKnownBeforeAnythingMayBePulled() throws IOException {
        LabContext labContext = labs.of("""
                name: registries
                kubernetes: 1.36
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                  - {name: node}
                registries: [{host: "registry.example:5000", plainHttp: true}]
                """);
        Plan plan = UpPlanner.plan(labContext);

        assertThat(plan.step("registries-known/node").needs()).isEqualTo(Set.of("machine-prepared/node"));
        assertThat(plan.step("control-plane-initialised/control").needs())
                .isEqualTo(Set.of("registries-known/control"));
        assertThat(plan.step("node-joined/node").needs()).contains("registries-known/node");
        assertThat(labContext.files().registries()).containsOnlyKeys("registry.example_5000_");
    }

    @Test
    void changedMemory_concernsMachinesWithAMeasure() throws IOException {
        assertThat(startOfNode("4GiB", ProviderName.VIRTUALBOX))
                .isNotEqualTo(startOfNode("3GiB", ProviderName.VIRTUALBOX));
        assertThat(startOfNode("4GiB", ProviderName.DOCKER)).isEqualTo(startOfNode("3GiB", ProviderName.DOCKER));
    }

    private String startOfNode(String memory, ProviderName provider) throws IOException {
        LabContext labContext = labs.on(provider, """
                name: memory
                machines: [{name: control, role: control-plane, memory: 3000MiB}, {name: node, memory: %s}]
                """.formatted(memory));
        return UpPlanner.plan(labContext).step("machine-running/node").fingerprint();
    }

    @Test
    void sameLab_givesSamePlanAndFiles() {
        LabContext first = labs.shipped("four-machines");
        LabContext second = labs.shipped("four-machines");

        assertThat(second.files()).isEqualTo(first.files());
        assertThat(UpPlanner.plan(second).steps()).extracting(step -> step.fingerprint())
                .isEqualTo(UpPlanner.plan(first).steps().stream().map(step -> step.fingerprint()).toList());
    }
}
