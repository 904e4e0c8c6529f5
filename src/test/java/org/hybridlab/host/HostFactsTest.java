package org.hybridlab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.config.model.Cidr;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HostFactsTest {
    @TempDir
    private Path root;

    @Test
    void memoryIsReadFromTheKernelsTable() throws IOException {
        write("proc/meminfo", "MemTotal:       16384000 kB\nMemFree:  1 kB\nMemAvailable:    8192000 kB\n");

        HostFacts facts = facts();

        assertThat(facts.memoryMiB()).isEqualTo(16_000);
        assertThat(facts.availableMiB()).isEqualTo(8_000);
    }

    /** As on Windows. */
    @Test
    void memory_withoutKernelsTable_isNotAllFree() {
        HostFacts facts = facts();

        assertThat(facts.memoryMiB()).isPositive();
        assertThat(facts.availableMiB()).isPositive().isLessThan(facts.memoryMiB());
    }

    @Test
    void virtualisation_isDecidedByFlags_notKvmNode() throws IOException {
        write("dev/kvm", "");
        write("proc/cpuinfo", "model name : vmx in disguise\nflags\t\t: fpu sse2\n");
        assertThat(facts().hardwareVirtualisation()).isFalse();

        write("proc/cpuinfo", "flags\t\t: fpu vmx sse2\n");
        assertThat(facts().hardwareVirtualisation()).isTrue();

        write("proc/cpuinfo", "flags\t\t: fpu svm\n");
        assertThat(facts().hardwareVirtualisation()).isTrue();
    }

    /** Without the module, or with virtualisation off in the firmware, libvirt refuses machines of KVM. */
    @Test
    void kvm_needsTheDevice_besidesTheFlag() throws IOException {
        write("proc/cpuinfo", "flags\t\t: fpu vmx\n");
        assertThat(facts().kvm()).isFalse();

        write("dev/kvm", "");
        assertThat(facts().kvm()).isTrue();

        write("proc/cpuinfo", "flags\t\t: fpu\n");
        assertThat(facts().kvm()).isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void filesOfTheKernelAreReadWhole() {
        HostFiles files = new HostFiles(Path.of("/"), List.of());

        assertThat(files.read(Path.of("/proc/sys/kernel/ostype")).strip()).isEqualTo("Linux");
    }

    @Test
    void routesAreReadInTheProcessorsByteOrder() {
        String table = """
                Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT
                eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0
                tun0\t0000080A\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
                br-1\t0038A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
                """;

        assertThat(NetworksInUse.ofRoutes(table))
                .containsExactly(Cidr.parse("10.8.0.0/16"), Cidr.parse("192.168.56.0/24"));
    }

    @Test
    void distributionsAreKnownByTheirParents() {
        OperatingSystem mint = OperatingSystem.linux("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\nPRETTY_NAME=\"Mint\"\n");

        assertThat(mint.title()).isEqualTo("Mint");
        assertThat(PackageManager.of(mint)).isEqualTo(PackageManager.APT);
        assertThat(PackageManager.of(OperatingSystem.linux("ID=fedora\n"))).isEqualTo(PackageManager.DNF);
        assertThat(PackageManager.of(OperatingSystem.linux("ID=almalinux\nID_LIKE=\"rhel centos fedora\"")))
                .isEqualTo(PackageManager.DNF_OF_RHEL);
        assertThat(PackageManager.of(OperatingSystem.linux("ID=nixos\n"))).isEqualTo(PackageManager.NONE);
    }

    private HostFacts facts() {
        return HostFacts.read(new HostFiles(root, List.of()), root);
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }
}
