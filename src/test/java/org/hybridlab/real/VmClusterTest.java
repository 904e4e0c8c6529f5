package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A real two-machine cluster in virtual machines, with a kernel of their own; interpreted by QEMU where the processor
 * offers no virtualisation, so every call costs seconds, and few are made.
 */
@Tag("vm")
@TestMethodOrder(OrderAnnotation.class)
class VmClusterTest {
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "machines");
    private static final HostPicture BEFORE = HostPicture.take();
    /** The host's, in the network of the lab's machines. */
    private static final String TIME_SERVER = "192.168.204.1";

    /** With {@code ./test --vm}; not there where the host has a time server of its own. */
    private static TimeServer timeServer;

    @BeforeAll
    static void upWithAllChecksGreen() throws IOException {
        if (Boolean.getBoolean("hybridlab.time")) {
            serveTime();
        }
        LAB.must("up", "--provider", "libvirt");
    }

    private static void serveTime() throws IOException {
        try {
            timeServer = new TimeServer();
            Files.writeString(LAB.folder().resolve("lab.yaml"), """

                    network: {machines: 192.168.204.0/24}
                    time: {servers: [%s]}
                    """.formatted(TIME_SERVER), StandardOpenOption.APPEND);
        } catch (BindException e) {
            // The test of it says so.
        }
    }

    @AfterAll
    static void nothingIsLeft() {
        LAB.close();
        if (timeServer != null) {
            timeServer.close();
        }
        // libvirt ends a network's dnsmasq without waiting for it.
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> assertThat(HostPicture.take()).isEqualTo(BEFORE));
        assertThat(LAB.workspace()).doesNotExist();
    }

    @Test
    @Order(1)
    void status_showsMachinesAndNodes_atLabAddresses() {
        LabAssert.of(LAB).showsReadyNodes(2);
    }

    @Test
    @Order(2)
    void libvirtRunsTheMachines() {
        List<String> domains = LAB.host("virsh", "--connect", "qemu:///system", "list", "--name").stdout().lines()
                .toList();

        assertThat(domains).anyMatch(name -> name.endsWith("-control")).anyMatch(name -> name.endsWith("-node"));
    }

    /** Containers have their host's clock, so that only a virtual machine can follow a server. */
    @Test
    @Tag("vm-long")
    @Order(2)
    void machines_withLabTimeServers_followThem() {
        assumeThat(timeServer).as("a time server on this host").isNotNull();
        await().atMost(Duration.ofMinutes(5)).untilAsserted(() -> assertThat(LAB.must("exec", "--", "sh", "-c",
                "timedatectl show-timesync -p ServerAddress --value; timedatectl show -p NTPSynchronized --value")
                .stdout().lines()).containsExactlyInAnyOrder("control | " + TIME_SERVER, "control | yes",
                        "node    | " + TIME_SERVER, "node    | yes"));
        assertThat(timeServer.clients()).hasSize(2).allMatch(address -> address.startsWith("192.168.204."));
    }

    /** Docker's machines have whatever the host has: version 1 on ours. */
    @Test
    @Order(3)
    void controlGroups_areVersionTwo_underSystemd() {
        Result result = LAB.must("exec", "--sudo", "--", "sh", "-c",
                "stat -fc %T /sys/fs/cgroup; grep -o 'SystemdCgroup = .*' /etc/containerd/config.toml");

        assertThat(result.stdout().lines()).containsExactlyInAnyOrder("control | cgroup2fs",
                "control | SystemdCgroup = true", "node    | cgroup2fs", "node    | SystemdCgroup = true");
    }

    @Test
    @Order(4)
    void aSecondUpDoesNothing() {
        Result again = LAB.must("up", "--no-checks", "--events");

        assertThat(again.stdout().lines().filter(line -> line.contains("\"step-started\""))).isEmpty();
    }

    /** One where the time is short, five with {@code ./test --vm}. */
    private static IntStream cycles() {
        return IntStream.rangeClosed(1, Integer.getInteger("hybridlab.cycles", 1));
    }

    /** The machines' memory is set back as well, which a host that does other work takes long for. */
    @ParameterizedTest
    @MethodSource("cycles")
    @Tag("vm-long")
    @Order(5)
    void reset_withoutKubeSystemAndNode_endsGreen(int cycle) {
        snapshot("save", "well-" + cycle);
        LAB.must("kubectl", "-n", "kube-system", "delete", "daemonset,deployment,configmap", "--all", "--wait=false");
        LAB.must("exec", "--on", "node", "--sudo", "--", "sh", "-c",
                "systemctl disable --now kubelet; mkdir /srv/since");
        assertThat(LAB.must("kubectl", "-n", "kube-system", "get", "deployments", "-o", "name").stdout()).isBlank();

        LAB.must("reset", "well-" + cycle);

        awaitReadyNodes();
        assertThat(LAB.must("exec", "--on", "node", "--", "ls", "/srv").stdout()).doesNotContain("since");
        snapshot("delete", "well-" + cycle);
    }

    @ParameterizedTest
    @MethodSource("cycles")
    @Order(6)
    void resume_afterSuspend_setsClocksAndEndsGreen(int cycle) {
        LAB.must("suspend");
        assertThat(LAB.json("status").get("machines")).as("cycle %d", cycle)
                .allMatch(row -> row.get("state").asString().equals("paused"));

        LAB.must("resume");

        awaitReadyNodes();
        String time = LAB.must("exec", "--on", "node", "--", "date", "+%s").stdout().replaceAll("\\D", "");
        assertThat(Long.parseLong(time)).isCloseTo(System.currentTimeMillis() / 1000, within(15L));
    }

    @ParameterizedTest
    @MethodSource("cycles")
    @Order(7)
    void up_afterHalt_endsGreen(int cycle) {
        LAB.must("halt");
        assertThat(LAB.json("status").get("machines")).as("cycle %d", cycle)
                .allMatch(row -> row.get("state").asString().equals("shut off"));

        LAB.must("up");

        awaitReadyNodes();
    }

    @Test
    @Tag("vm-long")
    @Order(8)
    void up_withMoreNodeMemory_restartsItAlone() throws IOException {
        Path file = LAB.folder().resolve("lab.yaml");
        String control = boot("control");
        String node = boot("node");
        long before = memory("node");
        Files.writeString(file, Files.readString(file).replace("{name: node}", "{name: node, memory: 2600MiB}"));

        LAB.must("up");

        awaitReadyNodes();
        assertThat(memory("node")).isBetween(2_300_000L, 2_600L * 1024).isNotEqualTo(before);
        assertThat(boot("node")).isNotEqualTo(node);
        assertThat(boot("control")).isEqualTo(control);
    }

    /** What the kernel makes with each start. */
    private static String boot(String machine) {
        return LAB.must("exec", "--on", machine, "--", "cat", "/proc/sys/kernel/random/boot_id").stdout();
    }

    /** In KiB, what the kernel keeps for itself taken off. */
    private static long memory(String machine) {
        return Long.parseLong(LAB.must("exec", "--on", machine, "--", "grep", "MemTotal", "/proc/meminfo").stdout()
                .replaceAll(".*MemTotal:|\\D", ""));
    }

    /** An interpreted API server that is busy may miss one question. */
    private static void awaitReadyNodes() {
        await().atMost(Duration.ofSeconds(45)).untilAsserted(() -> LabAssert.of(LAB).showsReadyNodes(2));
    }

    private static void snapshot(String... words) {
        Result result = LAB.run(Command.of(LAB.launcher(), "snapshot", words[0], LAB.folder().toString(), words[1]));
        assertThat(result.ok()).as(result.stderr()).isTrue();
    }
}
