package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Control planes of one real lab on docker that come and go by its file, are made again, and get new certificates. What
 * was written before all that stays, and somebody writes all the time.
 */
@Tag("long")
@Tag("docker")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ControlPlaneChangesTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("ha-control-plane", "planes");
    /** As long as another control plane may need to take the address over, with all that a busy host adds. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final String[] THREE = {"control1", "control2", "control3"};
    private static final int API = 6443;
    private static final int ETCD = 2379;

    /** Of each machine, and of the API server, since they were first seen. */
    private static final Map<String, String> ADDRESSES = new HashMap<>();

    @BeforeAll
    static void up() {
        LAB.must("up", "--provider", "docker", "--no-checks");
        LAB.must("kubectl", "create", "configmap", "written-before");
    }

    @Test
    @Order(1)
    void twoOfThree_withoutConsent_stay() throws IOException {
        isWell(THREE);
        Map<String, String> members = new RealEtcd(LAB).membersOf(THREE);
        planes("{name: control, count: 1, ");
        assertThat(LAB.must("plan").stdout()).contains("- machine control2: drained", "- machine control3: drained")
                .doesNotContain("machine control1:");

        Result asked = LAB.run(Command.of("env", "-u", "HYBRIDLAB_YES", LAB.launcher(), "up",
                LAB.folder().toString(), "--no-checks"));

        assertThat(asked.exitCode()).isEqualTo(2);
        assertThat(asked.stderr()).contains("- machine control2: drained", "[not-confirmed]",
                "destroy control3 with all that is on its disk");
        planes("{name: control, count: 3, ");
        assertThat(new RealEtcd(LAB).membersOf(THREE)).isEqualTo(members);
    }

    @Test
    @Order(2)
    void threeControlPlanes_becomingOne_keepCluster() throws IOException {
        planes("{name: control, count: 1, ");
        upWhileSomebodyWrites("up", "--no-checks");
        isWell("control1");
    }

    @Test
    @Order(3)
    void oneControlPlane_becomingThree_keepsCluster() throws IOException {
        planes("{name: control, count: 3, ");
        upWhileSomebodyWrites("up", "--no-checks");
        isWell(THREE);
    }

    @Test
    @Order(4)
    void thirdControlPlane_givesWayToAnother() throws IOException {
        planes("{name: control1, ", "{name: control2, ", "{name: control4, ");
        upWhileSomebodyWrites("up", "--no-checks");
        isWell("control1", "control2", "control4");
    }

    /** kubeadm began the cluster on the first one, and it may have the API server's address at this moment. */
    @Test
    @Order(5)
    void firstControlPlane_leavingWithAnother_leavesCluster() throws IOException {
        planes("{name: control2, ");
        upWhileSomebodyWrites("up", "--no-checks");
        isWell("control2");
    }

    @Test
    @Order(6)
    void firstControlPlane_comingBack_joinsTheCluster() throws IOException {
        planes("{name: control, count: 3, ");
        upWhileSomebodyWrites("up", "--no-checks");
        isWell(THREE);
    }

    @Test
    @Order(7)
    void secondControlPlane_replaced_isAnotherMember() {
        Map<String, String> before = new RealEtcd(LAB).membersOf(THREE);
        String container = id("control2");

        assertThat(upWhileSomebodyWrites("replace", "control2").stdout()).contains("Replaced: control2");

        Map<String, String> after = new RealEtcd(LAB).membersOf(THREE);
        assertThat(id("control2")).isNotEqualTo(container);
        assertThat(after).containsEntry("control1", before.get("control1"))
                .containsEntry("control3", before.get("control3"));
        assertThat(after.get("control2")).isNotEqualTo(before.get("control2"));
        isWell(THREE);
    }

    @Test
    @Order(8)
    void certificates_endingOnAll_areRenewedSingly() {
        RealCertificates certificates = new RealCertificates(LAB);
        for (String machine : THREE) {
            certificates.shorten(machine, "apiserver", "ca");
            certificates.shorten(machine, "front-proxy-client", "front-proxy-ca");
            certificates.shorten(machine, "etcd/server", "etcd/ca");
        }
        LocalDate soon = LocalDate.now().plusDays(RealCertificates.DAYS_LEFT + 1);
        for (String machine : THREE) {
            await("the API server serves what it finds").atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofSeconds(2))
                    .untilAsserted(() -> assertThat(certificates.servedUntil(machine, API)).isBeforeOrEqualTo(soon));
        }

        Result up = upWhileSomebodyWrites("up", "--no-checks", "--events");

        assertThat(RealCertificates.renewedSingly(up)).containsExactlyInAnyOrder(THREE);
        for (String machine : THREE) {
            assertThat(certificates.servedUntil(machine, API)).as(machine).isAfter(soon.plusDays(300));
            assertThat(certificates.servedUntil(machine, ETCD)).as(machine).isAfter(soon.plusDays(300));
        }
        assertThat(LAB.must("up", "--no-checks").stderr()).contains("All steps are done").doesNotContain(" start ");
        isWell(THREE);
    }

    private static Result upWhileSomebodyWrites(String command, String... rest) {
        try (OngoingWrites writes = OngoingWrites.begin(LAB)) {
            Result result = LAB.must(command, rest);
            System.out.printf("%s %s: %d s, %d writes, longest pause %d ms%n", command, List.of(rest),
                    result.took().toSeconds(), writes.count(), writes.longestPause().toMillis());
            assertThat(writes.count()).isPositive();
            assertThat(writes.longestPause()).isLessThan(LONGEST_PAUSE);
            return result;
        }
    }

    private static void isWell(String... planes) {
        new RealEtcd(LAB).membersOf(planes);
        Map<String, String> now = new RealEtcd(LAB).addresses();
        now.put("API server", LAB.must("kubectl", "config", "view", "-o", "jsonpath={.clusters[0].cluster.server}")
                .stdout().strip());
        now.forEach(ADDRESSES::putIfAbsent);
        assertThat(ADDRESSES).containsAllEntriesOf(now);
        assertThat(LAB.must("kubectl", "get", "nodes", "-o", "jsonpath={.items[*].metadata.name}").stdout()
                .strip().split(" "))
                .containsExactlyInAnyOrder(withNode(planes));
        LAB.must("kubectl", "get", "configmap", "written-before");
        LabAssert.of(LAB).showsReadyNodes(planes.length + 1);
        // One member has no others to agree with.
        LabAssert.of(LAB).passesEveryCheck(planes.length == 1 ? new String[0] : new String[] {"etcd"});
    }

    private static String[] withNode(String... planes) {
        String[] all = Arrays.copyOf(planes, planes.length + 1);
        all[planes.length] = "node";
        return all;
    }

    private static String id(String machine) {
        return LAB.host("docker", "inspect", "--format", "{{.Id}}", LAB.container(machine)).stdout();
    }

    /** @param beginnings of the lines of the file that have control planes */
    private static void planes(String... beginnings) throws IOException {
        Path file = LAB.folder().resolve("lab.yaml");
        String others = Files.readString(file).lines().filter(line -> !line.contains("role: control-plane"))
                .collect(Collectors.joining("\n", "", "\n"));
        Files.writeString(file, others.replace("machines:\n", "machines:\n" + Arrays.stream(beginnings)
                .map(line -> "  - %srole: control-plane, memory: 2500MiB}%n".formatted(line))
                .collect(Collectors.joining())));
    }
}
