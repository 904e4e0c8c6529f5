package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Three real control planes on docker behind one virtual address; one of them is taken away for good. */
@Tag("long")
@Tag("docker")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HaControlPlaneTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("ha-control-plane", "ha");
    private static final List<String> ETCD_NODES = List.of("control1", "control2", "control3");
    private static final String FIRST = "control1";

    @BeforeAll
    static void up() {
        LAB.must("up", "--provider", "docker", "--no-checks");
    }

    @Test
    @Order(1)
    void checks_pass_andCountEtcdsMembers() {
        LabAssert.of(LAB).passesEveryCheck("etcd");
    }

    @Test
    @Order(2)
    void nobodyTalksToOneControlPlaneInParticular() {
        assertThat(LAB.json("status").get("machines")).hasSize(4)
                .noneMatch(machine -> machine.get("address").asString().equals(virtualAddress()));
        assertThat(holder()).isEqualTo(FIRST);
    }

    @Test
    @Order(3)
    void api_withoutItsAddressHolder_stays() {
        LAB.lose(FIRST);

        await("the API server answers at the same address").atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> LAB.call("kubectl", "get", "--raw", "/readyz", "--request-timeout=2s").ok());
        assertThat(holder()).isNotEqualTo(FIRST);
        LAB.must("kubectl", "create", "configmap", "written-by-two-of-three");
    }

    @Test
    @Order(4)
    void nextUp_replacesTheMachine_andItsMember() {
        LAB.must("up", "--no-checks");

        assertThat(LAB.must("kubectl", "get", "nodes", "-o", "jsonpath={.items[*].metadata.name}").stdout())
                .contains(FIRST);
        assertThat(LAB.must("kubectl", "-n", "kube-system", "exec", "etcd-" + FIRST, "--", "etcdctl",
                "--endpoints=https://127.0.0.1:2379", "--cacert=/etc/kubernetes/pki/etcd/ca.crt",
                "--cert=/etc/kubernetes/pki/etcd/server.crt", "--key=/etc/kubernetes/pki/etcd/server.key", "member",
                "list").stdout().lines()).hasSize(3).allMatch(member -> member.contains(", started, "));
        LAB.must("kubectl", "get", "configmap", "written-by-two-of-three");
        checks_pass_andCountEtcdsMembers();
    }

    /** The control plane that has the virtual address, asked of the machines themselves. */
    private static String holder() {
        String address = virtualAddress();
        List<String> holders = ETCD_NODES.stream()
                .filter(machine -> LAB.call("ssh", machine, "--", "ip", "-o", "address")
                .stdout().contains(" " + address + "/")).toList();
        assertThat(holders).hasSize(1);
        return holders.get(0);
    }

    private static String virtualAddress() {
        return LAB.must("kubectl", "config", "view", "-o", "jsonpath={.clusters[0].cluster.server}").stdout().strip()
                .replaceAll("https://|:6443", "");
    }
}
