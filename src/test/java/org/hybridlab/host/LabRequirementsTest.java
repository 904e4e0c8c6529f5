package org.hybridlab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.Requirement.State;
import org.hybridlab.provider.TestLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a lab needs of made-up hosts. The made-up docker and PowerShell say what they are told to: that the real ones
 * use these words is seen for docker only.
 */
class LabRequirementsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Lab LAB = TestLabs.linux();
    private static final LabRequirements.OnHost BOX = new LabRequirements.OnHost(true, Set.of(), Set.of(),
            Map.of());
    private static final String FLAGS = "flags : fpu vmx hypervisor\n";

    @TempDir
    Path root;
    private long free = 12_000;
    private long disk = 100_000;
    private boolean hardware = true;
    private OperatingSystem system = OperatingSystem.linux("ID=debian");
    private static final Set<String> ALL = Set.of("control", "node");
    private static final long TOTAL = LabRequirements.memoryMiB(LAB);

    @Test
    void memory_onVirtualMachines_tooLittle_isMissing() {
        FakeHost host = new FakeHost(root);
        assertThat(one("memory", ProviderName.LIBVIRT, host)).satisfies(memory -> {
            assertThat(memory.state()).isEqualTo(State.OK);
            assertThat(memory.needed()).hasValueSatisfying(needed -> assertThat(needed).endsWith(" MiB"));
        });
        free = 100;
        assertThat(one("memory", ProviderName.LIBVIRT, host).state()).isEqualTo(State.WARNING);
        assertThat(requirements(ProviderName.LIBVIRT, host, 2_000)).filteredOn(one -> one.id().equals("memory"))
                .singleElement().satisfies(memory -> assertThat(memory.isMissing()).isTrue());
        assertThat(requirements(ProviderName.DOCKER, host, 2_000)).filteredOn(one -> one.id().equals("memory"))
                .singleElement().satisfies(memory -> assertThat(memory.state()).isEqualTo(State.WARNING));
    }

    /** Too much for the host stays missing, but nobody can say that enough is free. */
    @Test
    void memory_onMacOs_isUnknown() {
        system = new OperatingSystem(OperatingSystem.Family.MACOS, "macos", Set.of("macos"), "macOS 15");
        free = 16_000;
        FakeHost host = new FakeHost(root);
        for (ProviderName provider : List.of(ProviderName.VIRTUALBOX, ProviderName.DOCKER)) {
            assertThat(one("memory", provider, host)).satisfies(memory -> {
                assertThat(memory.state()).isEqualTo(State.WARNING);
                assertThat(memory.found()).isEqualTo("16000 MiB");
                assertThat(memory.remedy().orElseThrow().what()).contains("Activity Monitor");
            });
        }
        assertThat(requirements(ProviderName.VIRTUALBOX, host, 2_000)).filteredOn(one -> one.id().equals("memory"))
                .singleElement().satisfies(memory -> assertThat(memory.isMissing()).isTrue());
    }

    @Test
    void disk_tooSmall_isMissingWithHowMuch() {
        FakeHost host = new FakeHost(root);
        assertThat(one("disk", ProviderName.DOCKER, host).state()).isEqualTo(State.OK);
        disk = 900;
        assertThat(one("disk", ProviderName.DOCKER, host)).satisfies(missing -> {
            assertThat(missing.isMissing()).isTrue();
            assertThat(missing.needed().orElseThrow()).startsWith("about ").endsWith(" GiB");
        });
    }

    @Test
    void clock_beforeTheInstallation_isMissing() {
        LabRequirements judge = judge(new FakeHost(root), 16_000);
        assertThat(judge.of(LAB, ProviderName.DOCKER, List.of(), BOX, Optional.of(NOW.plus(Duration.ofDays(3))), NOW))
                .filteredOn(one -> one.id().equals("clock")).singleElement()
                .satisfies(clock -> assertThat(clock.isMissing()).isTrue());
        assertThat(one("clock", ProviderName.DOCKER, new FakeHost(root)).state()).isEqualTo(State.OK);
    }

    @Test
    void docker_settings_areJudgedOneByOne() {
        FakeHost host = new FakeHost(root).answer("docker info", 0, "1|vfs\n");
        assertThat(one("cgroups", ProviderName.DOCKER, host).state()).isEqualTo(State.WARNING);
        assertThat(one("storage-driver", ProviderName.DOCKER, host).state()).isEqualTo(State.WARNING);
        host.answer("docker info", 0, "|overlay2\n");
        assertThat(one("cgroups", ProviderName.DOCKER, host).found()).isEqualTo("docker does not tell their version");
        host.answer("docker info", 0, "2|overlay2\n");
        assertThat(List.of("cgroups", "storage-driver")).allSatisfy(id ->
                assertThat(one(id, ProviderName.DOCKER, host).state()).isEqualTo(State.OK));
        host.answer("docker info", 1, "");
        assertThat(one("docker-settings", ProviderName.DOCKER, host).state()).isEqualTo(State.WARNING);
    }

    @Test
    void kvmDevice_withoutProcessorSupport_isDead() {
        FakeHost host = new FakeHost(root).write("dev/kvm", "");
        assertThat(one("kvm", ProviderName.LIBVIRT, host).state()).isEqualTo(State.OK);
        hardware = false;
        assertThat(one("kvm", ProviderName.LIBVIRT, host).found()).contains("the processor does not support it");
        hardware = true;
        assertThat(one("kvm", ProviderName.LIBVIRT, new FakeHost(root.resolve("other"))).state())
                .isEqualTo(State.WARNING);
    }

    /** Whatever this host's is. */
    @Test
    void emulator_ofAnotherArchitecture_isNeeded() throws IOException {
        Arch other = Arch.ofThisHost() == Arch.ARM64 ? Arch.AMD64 : Arch.ARM64;
        FakeHost host = new FakeHost(root).with(Software.QEMU);
        assertThat(emulators(Arch.ofThisHost(), host)).isEmpty();
        assertThat(emulators(other, host)).singleElement().satisfies(emulator -> {
            assertThat(emulator.isMissing()).isTrue();
            assertThat(emulator.needed()).contains(Software.qemu(other));
        });
        assertThat(emulators(other, host.with(Software.qemu(other)))).singleElement()
                .satisfies(emulator -> assertThat(emulator.state()).isEqualTo(State.OK));
    }

    private List<Requirement> emulators(Arch arch, FakeHost host) throws IOException {
        Lab lab = read("""
                network: {machines: 192.168.56.0/24}
                machines: [{name: control, role: control-plane, arch: %s}]
                """.formatted(arch.id()));
        return judge(host, 16_000).of(lab, ProviderName.LIBVIRT, List.of(), BOX, Optional.empty(), NOW).stream()
                .filter(one -> one.id().equals("emulator")).toList();
    }

    @Test
    void nested_hostInAMachine_isAWarning() {
        FakeHost host = new FakeHost(root).write("proc/cpuinfo", FLAGS);
        assertThat(one("nested", ProviderName.VIRTUALBOX, host).state()).isEqualTo(State.WARNING);
        assertThat(all("nested", ProviderName.DOCKER, host)).isEmpty();
    }

    @Test
    void virtualBoxNetworks_withoutTheLabs_areMissing() {
        FakeHost host = new FakeHost(root).write("etc/vbox/networks.conf", "* 10.9.0.0/16 2001::/64\n# no\n");
        assertThat(one("virtualbox-networks", ProviderName.VIRTUALBOX, host)).satisfies(networks -> {
            assertThat(networks.isMissing()).isTrue();
            assertThat(networks.remedy().orElseThrow().what()).contains("echo '* " + LAB.network().machines() + "'");
        });
        host.write("etc/vbox/networks.conf", "* 0.0.0.0/0 ::/0\n");
        assertThat(one("virtualbox-networks", ProviderName.VIRTUALBOX, host).state()).isEqualTo(State.OK);
    }

    /** The file replaces the range that VirtualBox allows without one, in which all other labs are. */
    @Test
    void virtualBoxNetworks_withoutFile_keepUsualRange() throws IOException {
        Lab far = read("""
                network: {machines: 10.9.0.0/24}
                machines:
                  - {name: control, role: control-plane}
                """);
        assertThat(judge(new FakeHost(root), 16_000).of(far, ProviderName.VIRTUALBOX, List.of(), BOX, Optional.empty(),
                NOW)).filteredOn(one -> one.id().equals("virtualbox-networks")).singleElement()
                .extracting(networks -> networks.remedy().orElseThrow().what()).isEqualTo("Allow it: sudo mkdir -p "
                + "/etc/vbox && echo '* 192.168.56.0/21 10.9.0.0/24' | sudo tee -a /etc/vbox/networks.conf");
    }

    @Test
    void administrator_unknownAnswer_isNeitherOkNorMissing() {
        FakeHost host = new FakeHost(root).answer("powershell", 0, "False\r\n");
        assertThat(one("administrator", ProviderName.HYPERV, host).isMissing()).isTrue();
        host.answer("powershell", 0, "True\r\n");
        assertThat(one("administrator", ProviderName.HYPERV, host).state()).isEqualTo(State.OK);
        host.answer("powershell", 1, "");
        assertThat(one("administrator", ProviderName.HYPERV, host).state()).isEqualTo(State.WARNING);
    }

    @Test
    void requirements_ofAbsentWindowsMachines_areLeftOut() {
        List<Requirement> usual = List.of(Requirement.ok("winrm", "x", "y"), Requirement.ok("ovmf", "x", "y"),
                Requirement.ok("evaluation-box:a:1", "x", "y"), Requirement.ok("vagrant", "x", "y"));
        assertThat(judge(new FakeHost(root), 16_000).of(LAB, ProviderName.LIBVIRT, usual, BOX, Optional.empty(), NOW))
                .extracting(Requirement::id).contains("vagrant").doesNotContain("winrm", "ovmf", "evaluation-box:a:1");
    }

    @Test
    void ovmf_forUsualWindowsBox_isMissing() {
        List<Requirement> usual = List.of(Requirement.warning("ovmf", "UEFI", "none", "Install ovmf."));
        assertThat(judge(new FakeHost(root), 16_000).of(TestLabs.hybrid(), ProviderName.LIBVIRT, usual, BOX,
                Optional.empty(), NOW)).filteredOn(one -> one.id().equals("ovmf")).singleElement()
                .satisfies(ovmf -> assertThat(ovmf.isMissing()).isTrue());
    }

    /** Vagrant loads the communicator of each machine, and every command of such a lab ends in a trace without it. */
    @Test
    void remoting_forMachinesThatNeedIt_isMissing() throws IOException {
        List<Requirement> usual = List.of(Requirement.warning("winrm", "WinRM", "no gems", "Install them."));
        Lab remoting = read("""
                network: {machines: 192.168.56.0/24}
                machines:
                  - {name: control, role: control-plane}
                  - {name: win, os: windows, shell: winrm}
                """);
        assertThat(judge(new FakeHost(root), 16_000).of(remoting, ProviderName.LIBVIRT, usual, BOX, Optional.empty(),
                NOW)).filteredOn(one -> one.id().equals("winrm")).singleElement()
                .satisfies(winrm -> assertThat(winrm.isMissing()).isTrue());
        assertThat(judge(new FakeHost(root), 16_000).of(TestLabs.hybrid(), ProviderName.LIBVIRT, usual, BOX,
                Optional.empty(), NOW)).noneMatch(one -> one.id().equals("winrm"));
    }

    @Test
    void disk_ofLibvirt_isJudgedIfSmaller() {
        FakeHost host = new FakeHost(root).write("var/lib/libvirt/images/box.img", "");
        disk = Long.MAX_VALUE;
        assertThat(one("disk", ProviderName.LIBVIRT, host).found()).endsWith(" GiB free in /var/lib/libvirt/images");
    }

    @Test
    void packageSources_thatAreNotHere_areMissing() {
        Requirement sources = LabRequirements.packageSources("There are none.", "Take another host.");

        assertThat(sources.isMissing()).isTrue();
        assertThat(sources.found()).isEqualTo("There are none.");
        assertThat(sources.remedy().orElseThrow().what()).isEqualTo("Take another host.");
    }

    private Lab read(String text) throws IOException {
        return LabFile.read(Files.writeString(root.resolve("lab.yaml"), text), Cidr.parse("192.168.56.0/24")).orThrow();
    }

    private Requirement one(String id, ProviderName provider, FakeHost host) {
        List<Requirement> all = all(id, provider, host);
        assertThat(all).as(id).hasSize(1);
        return all.get(0);
    }

    private List<Requirement> all(String id, ProviderName provider, FakeHost host) {
        return requirements(provider, host, 16_000).stream().filter(one -> one.id().equals(id)).toList();
    }

    private List<Requirement> requirements(ProviderName provider, FakeHost host, long memory) {
        return judge(host, memory).of(LAB, provider, List.of(), BOX, Optional.of(NOW.minus(Duration.ofDays(3))), NOW);
    }

    private LabRequirements judge(FakeHost host, long memory) {
        return new LabRequirements(new HostFacts(system, 4, memory, Math.min(free, memory), disk,
                hardware, hardware, List.of(), List.of(), "lea"), host.files(), host, Map.of());
    }

    @Test
    void memory_ofRunningMachines_isNotNeededAgain() {
        for (ProviderName provider : List.of(ProviderName.LIBVIRT, ProviderName.DOCKER)) {
            assertThat(one("memory", provider, ALL, Set.of(), 16_000, 100).state()).isEqualTo(State.WARNING);
            assertThat(one("memory", provider, ALL, ALL, 16_000, 100)).satisfies(memory -> {
                assertThat(memory.state()).isEqualTo(State.OK);
                assertThat(memory.needed()).hasValue(TOTAL + " MiB, 0 MiB of it not in use yet");
            });
            assertThat(one("memory", provider, ALL, Set.of("node"), 16_000, 100).state()).isEqualTo(State.WARNING);
        }
    }

    @Test
    void wholeHost_stillHasToHoldAllMachines() {
        assertThat(one("memory", ProviderName.LIBVIRT, ALL, ALL, TOTAL, 100).isMissing()).isTrue();
    }

    /** A container has a limit, and takes no memory for it. */
    @Test
    void raisedMemory_ofRunningMachine_isNeeded() {
        int node = LAB.machine("node").orElseThrow().memoryMiB();
        LabRequirements.OnHost raised = new LabRequirements.OnHost(true, ALL, ALL, Map.of("node", node - 500,
                "control", 1 << 20));

        assertThat(judged("memory", ProviderName.LIBVIRT, raised, 16_000, 100)).satisfies(memory -> {
            assertThat(memory.state()).isEqualTo(State.WARNING);
            assertThat(memory.needed()).hasValue(TOTAL + " MiB, 500 MiB of it not in use yet");
        });
        assertThat(judged("memory", ProviderName.DOCKER, raised, 16_000, 100).needed())
                .hasValue(TOTAL + " MiB, 0 MiB of it not in use yet");
    }

    @Test
    void disk_ofMadeMachines_isNotNeededAgain() {
        assertThat(disk(Set.of(), true).needed()).hasValue("about 8.0 GiB");
        assertThat(disk(Set.of("node"), true).needed()).hasValue("about 4.0 GiB");
        assertThat(disk(ALL, true)).satisfies(disk -> {
            assertThat(disk.state()).isEqualTo(State.OK);
            assertThat(disk.needed()).hasValue("about 0.0 GiB");
        });
        // What was made of a box needs it no more.
        assertThat(disk(ALL, false).state()).isEqualTo(State.OK);
    }

    private Requirement disk(Set<String> made, boolean box) {
        return judged("disk", ProviderName.LIBVIRT, new LabRequirements.OnHost(box, made, Set.of(), Map.of()), 16_000,
                16_000);
    }

    private Requirement one(String id, ProviderName provider, Set<String> made, Set<String> running, long memory,
                            long free) {
        return judged(id, provider, new LabRequirements.OnHost(true, made, running, Map.of()), memory, free);
    }

    private Requirement judged(String id, ProviderName provider, LabRequirements.OnHost here, long memory, long free) {
        FakeHost host = new FakeHost(root);
        HostFacts facts = new HostFacts(OperatingSystem.linux("ID=debian"), 4, memory, free, 500, true, true,
                List.of(), List.of(), "lea");
        return new LabRequirements(facts, host.files(), host, Map.of()).of(LAB, provider, List.of(), here,
                Optional.empty(), Instant.EPOCH).stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
    }
}
