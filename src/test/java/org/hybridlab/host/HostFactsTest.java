package org.hybridlab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.Requirement.State;
import org.hybridlab.provider.TestLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostFactsTest {
    @TempDir
    private Path root;
    private static final Lab LAB = TestLabs.linux();
    private static final String MACHINES = LAB.network().machines().toString();

    @Test
    void memoryIsReadFromTheKernelsTable() throws IOException {
        write("proc/meminfo", "MemTotal:       16384000 kB\nMemFree:  1 kB\nMemAvailable:    8192000 kB\n");

        HostFacts facts = facts();

        assertThat(facts.memoryMiB()).isEqualTo(16_000);
        assertThat(facts.availableMiB()).isEqualTo(8_000);
    }

    /** As Docker reads them: of systemd-resolved's stub the ones behind it, of another resolver of the host's none. */
    @Test
    void nameServers_areThoseThatContainersAsk() throws IOException {
        write("run/systemd/resolve/resolv.conf", "nameserver 192.0.2.53\n");
        write("etc/resolv.conf", "# nameserver 1.1.1.1\nnameserver 192.0.2.1\nnameserver 010.300.1.1\n"
                + "nameserver fe80::1\nnameserver\t192.0.2.2\nnameserver 127.0.0.1\nnameserver 192.0.2.3\n");
        assertThat(facts().nameServers()).containsExactly(Ipv4.parse("192.0.2.1"), Ipv4.parse("192.0.2.2"));

        write("etc/resolv.conf", "nameserver 127.0.0.53\noptions edns0\n");
        assertThat(facts().nameServers()).containsExactly(Ipv4.parse("192.0.2.53"));
        write("etc/resolv.conf", "nameserver 127.0.0.1\n");
        assertThat(facts().nameServers()).isEmpty();
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

    /** As Linux shows them, here with Tailscale's table and a rule for it. */
    @Test
    void routes_ofEveryTable_areInUse() throws IOException {
        write("proc/net/fib_trie", """
                Id 52:
                  +-- 0.0.0.0/0 2 0 2
                     |-- 0.0.0.0
                        /0 universe UNICAST
                     |-- 100.100.100.100
                        /32 link UNICAST
                     |-- 172.20.0.0
                        /16 universe BLACKHOLE
                     |-- 192.168.1.0
                        /24 universe THROW
                Main:
                  +-- 0.0.0.0/0 3 0 4
                     |-- 0.0.0.0
                        /0 universe UNICAST
                        /1 universe UNICAST
                     |-- 192.0.0.0
                        /2 universe UNICAST
                     |-- 10.8.0.0
                        /16 universe UNICAST
                        /24 link UNICAST tos =0x10
                Local:
                  +-- 127.0.0.0/8 2 0 2
                     |-- 127.0.0.0
                        /8 host LOCAL
                     |-- 203.0.113.7
                        /32 host LOCAL
                     |-- 203.0.113.255
                        /32 link BROADCAST
                """);

        assertThat(facts().networks()).map(Cidr::toString)
                .contains("100.100.100.100/32", "172.20.0.0/16", "10.8.0.0/16", "10.8.0.0/24")
                .noneMatch(network -> network.endsWith("/0") || network.endsWith("/1") || network.endsWith("/2")
                        || network.startsWith("127.") || network.startsWith("203.")
                        || network.equals("192.168.1.0/24"));
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
        writeFile(root.resolve(file), text);
    }

    @Test
    void withoutProxy_isNotJudged() {
        assertThat(judged(Map.of("no_proxy", "localhost"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "", "10.0.0.0/8", "192.168.56.0/29", "192.168.56.10", "192.168.56.1", "::/0",
        "192.168.56.10:6443,192.168.56.11:6443", "192.168.56.0/33", "192.168.56.0/x", "/", "192.168.56.0/"})
    void proxy_withoutLabInNoProxy_warns(String excepted) {
        assertThat(proxy(excepted)).satisfies(proxy -> {
            assertThat(proxy.state()).isEqualTo(State.WARNING);
            assertThat(proxy.remedy().orElseThrow().what()).contains(MACHINES);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "192.168.56.0/24", "localhost, 192.168.56.0/24 ", "192.168.0.0/16", "0.0.0.0/0",
        "192.168.56.1/24", "192.168.56.8/30", "192.168.56.10,192.168.56.11", "192.168.56.10/32,192.168.56.11"})
    void proxy_withLabInNoProxy_isOk(String excepted) {
        assertThat(LAB.madeMachines().stream().map(machine -> machine.address().toString()))
                .containsExactly("192.168.56.10", "192.168.56.11");
        assertThat(proxy(excepted).state()).isEqualTo(State.OK);
    }

    /** As most programs take it: an empty variable says nothing. */
    @Test
    void emptyNoProxy_leavesTheOther() {
        assertThat(judged(Map.of("HTTPS_PROXY", "http://proxy.example:3128", "no_proxy", "", "NO_PROXY", MACHINES)))
                .hasValueSatisfying(proxy -> assertThat(proxy.state()).isEqualTo(State.OK));
    }

    private Requirement proxy(String excepted) {
        return judged(Map.of("https_proxy", "http://proxy.example:3128", "no_proxy", excepted)).orElseThrow();
    }

    private Optional<Requirement> judged(Map<String, String> environment) {
        FakeHost host = new FakeHost(root);
        HostFacts facts = new HostFacts(OperatingSystem.linux("ID=debian"), 4, 16_000, 12_000, 100_000, true, true,
                List.of(), List.of(), "lea");
        Map<String, Requirement> all = new LabRequirements(facts, host.files(), host, new HashMap<>(environment))
                .of(LAB, ProviderName.DOCKER, List.of(), new LabRequirements.OnHost(true, Set.of(), Set.of(), Map.of()),
                        Optional.empty(), Instant.EPOCH).stream()
                .collect(Collectors.toMap(Requirement::id, one -> one));
        return Optional.ofNullable(all.get("proxy"));
    }
}
