package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/** Two real control planes on docker, whose etcd is on three machines of its own; some of them are taken away. */
@Tag("long")
@Tag("docker")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ExternalEtcdTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("ha-control-plane", "stored");
    private static final String ETCDCTL = "etcdctl --endpoints=https://127.0.0.1:2379 "
            + "--cacert=/etc/kubernetes/pki/etcd/ca.crt --cert=/etc/kubernetes/pki/etcd/server.crt "
            + "--key=/etc/kubernetes/pki/etcd/server.key ";

    /** As the lab's README says. */
    @BeforeAll
    static void up() throws IOException {
        String file = Files.readString(LAB.folder().resolve("lab.yaml"));
        String stored = file.replaceAll("  - \\{name: control,.*\n", """
                  - {name: control, role: control-plane, count: 2, memory: 2500MiB}
                  - {name: store, role: etcd, count: 3, memory: 1GiB}
                """);
        Files.writeString(LAB.folder().resolve("lab.yaml"), stored);
        LAB.must("up", "--provider", "docker", "--no-checks");
    }

    /** Machines for etcd alone are well, and they are no nodes. */
    @Test
    @Order(1)
    void checks_withEtcdMachinesBesideNodes_pass() {
        LabAssert.of(LAB).passesEveryCheck("etcd");
        JsonNode status = LAB.json("status");
        assertThat(status.get("well").asBoolean()).isTrue();
        assertThat(status.get("machines").valueStream().filter(row -> row.get("role").asString().equals("etcd")))
                .hasSize(3).allMatch(row -> row.get("node").asString().equals("-"));
        assertThat(LAB.must("kubectl", "get", "nodes", "-o", "name").stdout().lines()).hasSize(3);
    }

    @Test
    @Order(2)
    void authorityKey_isOnEtcdMachinesOnly() {
        assertThat(root("control1", "ls /etc/kubernetes/pki/etcd")).isEqualTo("ca.crt");
        assertThat(root("store1", "ls /etc/kubernetes/pki; stat -c %a /etc/kubernetes/pki/etcd/*.key"))
                .isEqualTo("etcd\n600\n600\n600");
        assertThat(LAB.host("sh", "-c", "grep -rl 'PRIVATE KEY' \"$0\" || true", LAB.workspace().toString()).stdout()
                .lines()).containsExactly(LAB.workspace().resolve("ssh/id_ed25519").toString());
    }

    @Test
    @Order(3)
    void nextUp_replacesLostMember_evenTheFirst() {
        LAB.lose("store1");
        // If it was the leader that is gone, the others first choose another.
        await().atMost(Duration.ofSeconds(60)).until(() -> LAB.call("kubectl", "create", "configmap",
                "written-by-two-of-three").ok() || LAB.call("kubectl", "get", "configmap", "written-by-two-of-three")
                .ok());
        assertThat(LAB.json("status").get("well").asBoolean()).isFalse();

        LAB.must("up", "--no-checks");

        everyMemberVotes("store2");
        LAB.must("kubectl", "get", "configmap", "written-by-two-of-three");
    }

    /** As a hybridlab leaves it that is killed between adding a member and starting it. */
    @Test
    @Order(4)
    void nextUp_completesMemberThatWasOnlyAdded() {
        String id = members("store1").lines().filter(line -> line.contains(", store2, ")).findFirst().orElseThrow()
                .replaceAll(",.*", "");
        root("store2", "systemctl stop hybridlab-etcd; rm -rf /var/lib/etcd/member /etc/hybridlab/etcd-member");
        root("store1", ETCDCTL + "member remove " + id);
        String url = "https://" + address("store2") + ":2380";
        root("store1", "until %s member add store2 --learner --peer-urls=%s; do sleep 1; done".formatted(ETCDCTL, url));

        LAB.must("up", "--no-checks");

        everyMemberVotes("store3");
    }

    @Test
    @Order(5)
    void controlPlane_madeAgain_findsEtcd() {
        LAB.lose("control1");

        LAB.must("up", "--no-checks");

        LAB.must("kubectl", "get", "configmap", "written-by-two-of-three");
        assertThat(root("control1", "ls /etc/kubernetes/pki/etcd")).isEqualTo("ca.crt");
        checks_withEtcdMachinesBesideNodes_pass();
    }

    @Test
    @Order(6)
    void check_withStoppedMember_namesItsService() {
        root("store2", "systemctl stop hybridlab-etcd");

        assertThat(LAB.call("check").stdout()).contains("store2: hybridlab-etcd does not run (it is inactive)");
        assertThat(LAB.call("status").exitCode()).isEqualTo(1);
    }

    private static void everyMemberVotes(String place) {
        assertThat(members(place).lines()).hasSize(3)
                .allMatch(line -> line.contains(", started, ") && line.endsWith(", false"));
    }

    private static String members(String place) {
        return root(place, ETCDCTL + "member list");
    }

    private static String root(String machine, String command) {
        return LAB.must("ssh", machine, "--", "sudo", "sh", "-c", "'" + command + "'").stdout().strip();
    }

    private static String address(String machine) {
        return LAB.json("status").get("machines").valueStream()
                .filter(row -> row.get("machine").asString().equals(machine)).findFirst().orElseThrow()
                .get("address").asString();
    }
}
