package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A real two-machine cluster in virtual machines, with a kernel of their own; interpreted by QEMU where the processor
 * offers no virtualisation, so every call costs seconds, and few are made.
 */
@Tag("vm")
@TestMethodOrder(OrderAnnotation.class)
class VmClusterTest {
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "machines");
    private static final HostPicture BEFORE = HostPicture.take();

    @BeforeAll
    static void upWithAllChecksGreen() {
        LAB.must("up", "--provider", "libvirt");
    }

    @AfterAll
    static void nothingIsLeft() {
        LAB.close();
        // libvirt ends a network's dnsmasq without waiting for it.
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> assertThat(HostPicture.take()).isEqualTo(BEFORE));
        assertThat(LAB.workspace()).doesNotExist();
    }

    @Test
    @Order(1)
    void statusShowsMachinesAndNodesAtTheAddressesOfTheLab() {
        LabAssert.of(LAB).showsReadyNodes(2);
    }

    @Test
    @Order(2)
    void libvirtRunsTheMachines() {
        List<String> domains = LAB.host("virsh", "--connect", "qemu:///system", "list", "--name").stdout().lines()
                .toList();

        assertThat(domains).anyMatch(name -> name.endsWith("-control")).anyMatch(name -> name.endsWith("-node"));
    }

    /** Docker's machines have whatever the host has: version 1 on ours. */
    @Test
    @Order(3)
    void controlGroupsAreOfVersionTwoAndSystemdsToManage() {
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
}
