package org.hybridlab.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.plan.Plan;
import org.hybridlab.process.Cancellation;
import org.hybridlab.process.Command;
import org.hybridlab.process.LocalProcesses;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayHeldTest {
    private static final Path LAB = Path.of("labs/upstream-tor/lab.yaml");
    private static final Cidr PODS = Cidr.parse("10.160.4.0/24");
    @TempDir
    private Path folder;
    private LabTools tools;

    @BeforeEach
    void theShippedLab() {
        tools = WindowsLabs.simulating(LAB, ProviderName.DOCKER, folder);
    }

    @Test
    void comesOnceTheNodeIsThereAndAppsWaitForIt() {
        Plan plan = UpPlanner.plan(tools);

        assertThat(plan.step("gateway-held/win").needs()).isEqualTo(Set.of("node-simulated/win",
                "machine-prepared/control", "machine-prepared/node1", "machine-prepared/node2",
                "machine-prepared/node3"));
        assertThat(plan.step("app-ready/numbers").needs()).contains("gateway-held/win");
    }

    @Test
    void threeWorkersMayHoldTheFirstAddressOfThePodsNetworkAndNameTheOtherTwo() {
        String script = script("node2");

        assertThat(script)
                .contains("virtual_router_id 1\n", "10.160.4.1/24 dev $adapter", "state BACKUP\n    nopreempt",
                "        192.168.57.12\n        192.168.57.14\n    }").doesNotContain("192.168.57.11");
    }

    @Test
    void theOthersHaveARouteThatFollowsTheHolder() {
        assertThat(script("control")).contains("ip route replace 10.160.4.0/24 via 10.160.4.1 dev $adapter onlink")
                .doesNotContain("keepalived");
    }

    @Test
    void bashReadsEachScript() throws IOException {
        for (Machine machine : tools.lab().machines().stream().filter(one -> !one.isWindows()).toList()) {
            Path file = Files.writeString(folder.resolve(machine.name() + ".sh"), script(machine.name()));
            assertThat(new LocalProcesses().run(Command.of("bash", "-n", file.toString()), new Cancellation()).stderr())
                    .isEmpty();
        }
    }

    /** Both come in two phases: neither can be rendered before the node is there. */
    @Test
    void realWindowsMachinesComeUpBesideTheirGateway() {
        LabTools made = WindowsLabs.made(LAB, ProviderName.VIRTUALBOX, folder);
        Plan plan = UpPlanner.plan(made);

        BringUpLimits.check(made.lab(), List.of());
        assertThat(plan.step("gateway-held/win").needs()).contains("node-joined/win");
        assertThat(plan.step("overlay-in-place/win").needs()).contains("node-joined/win");
        assertThat(made.windowsFiles(made.lab().machine("win").orElseThrow()).texts())
                .containsKey("start-kube-proxy.ps1").doesNotContainKeys("start-pod-network.ps1", "cni-conf.json");
    }

    private String script(String machine) {
        return new GatewayHeld(tools, tools.lab().machine("win").orElseThrow())
                .script(tools.lab().machine(machine).orElseThrow(), PODS);
    }
}
