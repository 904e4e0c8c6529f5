package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A real cluster of four machines on docker, whose control plane is free for pods, with two apps beside each other. */
@Tag("real")
@Tag("docker")
class FourMachinesTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("four-machines", "four");
    private static final List<String> MACHINES = List.of("control", "node1", "node2", "node3");

    /** With a look at what is before the pod network and before the untaint, as a reader of the book has it. */
    @BeforeAll
    static void up() {
        assertThat(LAB.must("up", "--provider", "docker", "--until", "node-joined/node1").stdout())
                .contains("Stopped after node-joined/node1");
        assertThat(LAB.must("kubectl", "get", "nodes", "--no-headers").stdout().lines()).hasSize(2)
                .allMatch(node -> node.contains("NotReady"));
        LAB.must("up", "--until", "node1");
        String app = LAB.workspace().resolve("apps/apod.yaml").toString();
        LAB.must("kubectl", "apply", "-f", app);
        LAB.must("kubectl", "rollout", "status", "deployment/apod-api", "--timeout=2m");
        assertThat(nodesOfTheApi()).as("before the taint of the control plane goes").isNotEmpty()
                .containsOnly("node1");
        LAB.must("kubectl", "delete", "-f", app);
        LAB.must("up");
    }

    @Test
    void fourNodes_areReady_atLabAddresses() {
        JsonNode status = LAB.json("status");

        assertThat(status.get("well").asBoolean()).as(status.toPrettyString()).isTrue();
        assertThat(status.get("machines")).extracting(machine -> machine.get("machine").asString())
                .containsExactlyElementsOf(MACHINES);
        status.get("machines").forEach(machine -> assertThat(LAB.must("kubectl", "get", "node",
                machine.get("machine").asString(), "-o",
                "jsonpath={.status.addresses[?(@.type=='InternalIP')].address}").stdout().strip())
                .isEqualTo(machine.get("address").asString()));
    }

    @Test
    void oneApiPod_runsOnFreedControlPlane() {
        assertThat(LAB.must("kubectl", "get", "node", "control", "-o", "jsonpath={.spec.taints}").stdout()).isBlank();
        assertThat(nodesOfTheApi()).hasSize(3).doesNotHaveDuplicates().contains("control");
    }

    private static List<String> nodesOfTheApi() {
        return LAB.must("kubectl", "get", "pods", "-l", "app=apod-api", "-o",
                "jsonpath={range .items[*]}{.spec.nodeName}{'\\n'}{end}").stdout().lines().toList();
    }

    @Test
    void bothAppsAnswerOnEveryMachine() {
        LAB.json("status").get("machines").forEach(machine -> {
            String address = machine.get("address").asString();
            assertThat(page(address, 30000)).contains("picture of the day from apod-api-", "noted by apod-log-");
            assertThat(page(address, 30001)).contains("numbers-api-");
        });
    }

    private static String page(String address, int port) {
        return LAB.host("curl", "--silent", "--fail", "--max-time", "20", "http://" + address + ":" + port + "/")
                .stdout();
    }

    @Test
    void everyCheckPasses() {
        LabAssert.of(LAB).passesEveryCheck("nodes", "system-pods", "pods-start", "pod-network", "dns", "service",
                "node-port", "app/apod", "app/numbers", "lab/three-api-pods-are-ready");
    }
}
