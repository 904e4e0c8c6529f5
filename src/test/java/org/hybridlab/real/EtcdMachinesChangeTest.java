package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Machines for etcd alone of a real lab on docker, which come and go by its file, and get new certificates. */
@Tag("long")
@Tag("docker")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EtcdMachinesChangeTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("ha-control-plane", "stores");
    /** A leader that goes leaves etcd without one for a moment, and an API server that starts again takes longer. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final List<String> PLANES = List.of("control1", "control2");
    private static final String[] THREE = {"store1", "store2", "store3"};
    private static final int ETCD = 2379;
    private static final String ENDPOINTS = "sed -n 's/.*--etcd-servers=//p' "
            + "/etc/kubernetes/manifests/kube-apiserver.yaml";

    @BeforeAll
    static void up() throws IOException {
        stores("{name: store, count: 3, ");
        LAB.must("up", "--provider", "docker", "--no-checks");
        LAB.must("kubectl", "create", "configmap", "written-before");
    }

    @Test
    @Order(1)
    void threeEtcdMachines_becomingFive_serveAll() throws IOException {
        isWell(THREE);
        stores("{name: store, count: 5, ");
        assertThat(LAB.must("plan").stdout()).contains("+ machine store4: etcd", "+ machine store5: etcd");

        whileSomebodyWrites("up", "--no-checks");

        isWell("store1", "store2", "store3", "store4", "store5");
    }

    @Test
    @Order(2)
    void fiveEtcdMachines_becomingThree_keepData() throws IOException {
        stores("{name: store, count: 3, ");
        assertThat(LAB.must("plan").stdout()).contains("- machine store4: ", "- machine store5: ");

        whileSomebodyWrites("up", "--no-checks");

        isWell(THREE);
    }

    /** Of the machines that the API servers were begun with, one is left, which is lost in the end. */
    @Test
    @Order(3)
    void apiServers_afterEtcdMoved_useNewMachines() throws IOException {
        stores("{name: store3, ", "{name: store4, ", "{name: store5, ");
        whileSomebodyWrites("up", "--no-checks");
        isWell("store3", "store4", "store5");

        LAB.lose("store3");

        await("etcd goes on").atMost(Duration.ofSeconds(60)).until(() -> LAB.call("kubectl", "annotate", "--overwrite",
                "namespace", "default", "written=without-the-first").ok());
        whileSomebodyWrites("up", "--no-checks");
        isWell("store3", "store4", "store5");
    }

    /** It is told where etcd is by what the cluster keeps for those that join. */
    @Test
    @Order(4)
    void controlPlane_afterEtcdMoved_joins() throws IOException {
        stores("{name: store4, ", "{name: store5, ", "{name: store6, ");
        whileSomebodyWrites("up", "--no-checks");

        LAB.lose("control1");
        LAB.must("up", "--no-checks");

        isWell("store4", "store5", "store6");
    }

    @Test
    @Order(5)
    void certificates_ofEtcdMachines_areRenewedSingly() {
        String[] machines = {"store4", "store5", "store6"};
        RealCertificates certificates = new RealCertificates(LAB);
        for (String machine : machines) {
            certificates.shorten(machine, "etcd/server", "etcd/ca");
            certificates.shorten(machine, "etcd/peer", "etcd/ca");
        }

        Result up = whileSomebodyWrites("up", "--no-checks", "--events");

        assertThat(RealCertificates.renewedSingly(up)).containsExactlyInAnyOrder(machines);
        LocalDate later = LocalDate.now().plusDays(300);
        assertThat(machines).allSatisfy(machine ->
                assertThat(certificates.servedUntil(machine, ETCD)).isAfter(later));
        assertThat(LAB.must("up", "--no-checks").stderr()).contains("All steps are done").doesNotContain(" start ");
        isWell(machines);
    }

    private static Result whileSomebodyWrites(String command, String... rest) {
        try (OngoingWrites writes = OngoingWrites.begin(LAB)) {
            Result result = LAB.must(command, rest);
            System.out.printf("%s %s: %d s, %d writes, longest pause %d ms%n", command, List.of(rest),
                    result.took().toSeconds(), writes.count(), writes.longestPause().toMillis());
            assertThat(writes.longestPause()).isLessThan(LONGEST_PAUSE);
            return result;
        }
    }

    private static void isWell(String... stores) {
        new RealEtcd(LAB).membersOf(stores);
        Map<String, String> addresses = new RealEtcd(LAB).addresses();
        List<String> endpoints = Arrays.stream(stores).map(store -> "https://%s:2379".formatted(addresses.get(store)))
                .toList();
        assertThat(PLANES).allSatisfy(plane -> assertThat(LAB.host("docker", "exec", LAB.container(plane), "sh", "-c",
                ENDPOINTS).stdout().strip().split(",")).as(plane).containsExactlyInAnyOrderElementsOf(endpoints));
        LAB.must("kubectl", "get", "configmap", "written-before");
        LabAssert.of(LAB).passesEveryCheck("etcd");
    }

    /** @param beginnings of the lines of the file that have machines for etcd */
    private static void stores(String... beginnings) throws IOException {
        Path file = LAB.folder().resolve("lab.yaml");
        String others = Files.readString(file).lines().filter(line -> !line.contains("role: etcd"))
                .map(line -> line.replace("count: 3, memory: 2500MiB", "count: 2, memory: 2500MiB"))
                .collect(Collectors.joining("\n", "", "\n"));
        Files.writeString(file, others.replace("  - {name: node}\n", Arrays.stream(beginnings)
                .map(line -> "  - %srole: etcd, memory: 1GiB}%n".formatted(line)).collect(Collectors.joining())
                + "  - {name: node}\n"));
    }
}
