package org.hybridlab.provision.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.change.Refusals;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.SimulationRendering;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulationPlannerTest {
    private static final String LAB = """
            name: hybrid
            provider: docker
            machines:
              - {name: control, role: control-plane, memory: 3000MiB}
              - {name: node}
              - {name: win, os: windows, build: 2025, memory: 4GiB, shell: winrm}
            """;
    @TempDir
    private Path folder;
    private LabContext labContext;
    private Plan plan;

    @BeforeEach
    void plan() {
        labContext = WindowsLabs.simulating(LAB, folder);
        plan = UpPlanner.plan(labContext);
    }

    @Test
    void simulatedMachine_isANode_andNothingElse() {
        assertThat(plan.steps().stream().map(Step::id)).filteredOn(id -> id.endsWith("/win"))
                .containsExactly("node-simulated/win", "node-ready/win");
        assertThat(plan.steps().stream().map(Step::id)).contains("simulation-bundle-ready", "simulator-running")
                .noneMatch(id -> id.startsWith("windows-"));
        assertThat(labContext.files().vagrantfile()).contains("define 'node'").doesNotContain("define 'win'");
    }

    @Test
    void kwok_starts_onceItsNodeIsThere() {
        assertThat(plan.step("simulator-running").needs())
                .containsExactlyInAnyOrder("simulation-bundle-ready", "node-ready/control");
        assertThat(plan.step("node-simulated/win").needs()).containsExactly("simulator-running");
    }

    @Test
    void labs_withoutSimulatedMachines_haveNoSimulator() {
        LabContext created = WindowsLabs.simulating(LAB.replaceAll(".*name: win.*\n", ""), folder);

        assertThat(SimulationPlanner.of(created)).isEmpty();
        assertThat(created.files().simulation()).isEqualTo(SimulationRendering.NONE);
    }

    @Test
    void simulatedNode_saysWhatWindowsWould() {
        Manifest node = Manifest.parse(labContext.files().simulation().nodes().get("win")).get(0);

        assertThat(node.reference()).isEqualTo("node/win");
        assertThat(node.yaml())
                .contains("kubernetes.io/os: windows", "node.kubernetes.io/windows-build: \"10.0.26100\"",
                "kwok.x-k8s.io/node: fake", "node-role.kubernetes.io/simulated", "192.168.57.13", "4096Mi",
                "{key: \"os\", value: \"windows\", effect: \"NoSchedule\"}", "Windows Server 2025 (26100), simulated");
    }

    @Test
    void kwok_mayDoWhatAKubeletReports() {
        List<Manifest> account = Manifest.parse(labContext.files().simulation().account());

        assertThat(account).extracting(Manifest::kind)
                .containsExactly("ServiceAccount", "ClusterRole", "ClusterRoleBinding");
        assertThat(account.get(1).yaml()).doesNotContain("secrets", "'*'", "\"*\"", "escalate", "bind");
    }

    /** A box that is reached by WinRM only is refused where a machine is made of it. */
    @Test
    void needsOfMadeMachines_spareSimulatedOnes() {
        assertThat(Refusals.limits(labContext.lab(), List.of())).isEmpty();
    }
}
