package org.hybridlab.provider.vagrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.file.GeneratedFile;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.config.model.WindowsSettings;
import org.hybridlab.config.model.WindowsShell;
import org.hybridlab.provider.TestLabs;
import org.hybridlab.provider.api.LabId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Vagrantfiles against golden files. Those with Windows machines have what differs from those without. */
class VagrantfileTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");

    @TempDir
    Path folder;
    private final LocalProcesses processes = new LocalProcesses();
    private final Cancellation cancellation = new Cancellation();

    static Stream<Arguments> labs() {
        return Stream.of(ProviderName.values()).flatMap(provider -> Stream.of(true, false)
                .filter(windows -> !windows || provider.traits().windowsGuests())
                .map(windows -> Arguments.of(provider, windows)));
    }

    @ParameterizedTest
    @MethodSource("labs")
    void isAsTheGoldenFile(ProviderName provider, boolean windows) throws IOException {
        String linux = render(provider, TestLabs.linux());
        if (windows) {
            GeneratedFile.assertUpToDate(GOLDEN.resolve("Vagrantfile.%s-windows.rb.diff".formatted(provider.id())),
                    GeneratedFile.diff(linux, render(provider, TestLabs.hybrid())));
        } else {
            GeneratedFile.assertUpToDate(GOLDEN.resolve("Vagrantfile.%s.rb".formatted(provider.id())), linux);
        }
    }

    /** A box without OpenSSH: the same provisioner brings it and the lab's key, by WinRM. */
    @Test
    void windowsMachine_mayBeReachedByWinRm() throws IOException {
        assertThat(render(ProviderName.VIRTUALBOX, byWinRm())).contains("machine.vm.communicator = 'winrm'",
                "machine.winrm.password = 'vagrant'", "machine.vm.provision \"hybridlab-key\"")
                .doesNotContain("machine.winssh");
    }

    @ParameterizedTest
    @MethodSource("labs")
    void isRuby(ProviderName provider, boolean windows) throws IOException {
        Path file = Files.writeString(folder.resolve("Vagrantfile"),
                render(provider, windows ? TestLabs.hybrid() : TestLabs.linux()));
        Result result = processes.run(Command.of("ruby", "-wc", file.toString()), cancellation);
        assertThat(result.stdout() + result.stderr()).isEqualTo("Syntax OK\n");
    }

    @ParameterizedTest
    @EnumSource(value = ProviderName.class, names = {"DOCKER", "LIBVIRT", "VIRTUALBOX", "HYPERV"})
    void pleasesVagrantAndTheProvidersOwnSettings(ProviderName provider) throws IOException {
        assumeTrue(provider != ProviderName.DOCKER || processes.run(Command.of("docker", "version"), cancellation).ok(),
                "Vagrant judges docker's settings only where its daemon runs");
        vagrant(provider, render(provider, TestLabs.linux())).validate(cancellation);
        if (provider.traits().windowsGuests()) {
            vagrant(provider, render(provider, TestLabs.hybrid())).validate(cancellation);
        }
    }

    @ParameterizedTest
    @EnumSource(value = ProviderName.class, names = {"DOCKER", "LIBVIRT", "VIRTUALBOX", "HYPERV"})
    void validation_seesMisspeltProviderSettings(ProviderName provider) throws IOException {
        String setting = provider == ProviderName.DOCKER ? "create_args" : "cpus";
        String wrong = render(provider, TestLabs.linux()).replace("." + setting, ".no_" + setting);
        Vagrant vagrant = vagrant(provider, wrong);
        assertThatThrownBy(() -> vagrant.validate(cancellation)).isInstanceOf(LabException.class);
    }

    /** Its plugin is not a part of Vagrant; without it only the settings outside of its block are judged. */
    @Test
    void parallelsPleasesVagrantWithoutItsPlugin() throws IOException {
        workspace(render(ProviderName.PARALLELS, TestLabs.hybrid()));
        Command command = Command.of("vagrant", "validate", "--ignore-provider").in(folder)
                .env("VAGRANT_HOME", folder.resolve("home").toString());
        Result result = processes.run(command, cancellation);
        assertThat(result.ok()).as(result.stdout() + result.stderr()).isTrue();
    }

    @Test
    void sayingItTwiceGivesTheSameBytes() {
        assertThat(render(ProviderName.DOCKER, TestLabs.linux()))
                .isEqualTo(render(ProviderName.DOCKER, TestLabs.linux()));
    }

    @Test
    void publicKey_isOfferedToMachinesItOpens() {
        assertThat(render(ProviderName.DOCKER, TestLabs.linux())).doesNotContain("insecure");
        assertThat(render(ProviderName.LIBVIRT, TestLabs.linux())).contains("insecure_private_key");
    }

    @Test
    void namesThatAreNoLabels_reachNoVagrantfile() {
        assertThatThrownBy(() -> new LabId("a'b", "0a1b2c")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TestLabs.ID.machine("a\nb")).isInstanceOf(IllegalArgumentException.class);
    }

    /**
     * Vagrant's Configure connects all adapters to the switch that the Vagrantfile names whenever a machine was off
     * (VagrantVM.psm1, hashicorp/vagrant#11073). PowerShell and Hyper-V are not here: this is what the script says.
     */
    @Test
    void labAdapter_isConnected_atEachStart() {
        String trigger = render(ProviderName.HYPERV, TestLabs.linux()).replaceAll("(?s).*trigger.after", "");
        String start = trigger.substring(0, trigger.indexOf('\n'));
        String always = trigger.replaceAll("(?ms)^ +if \\(.*?^ +}$", "");

        assertThat(start).contains(":up", ":reload", ":snapshot_restore");
        assertThat(always).containsSubsequence("Connect-VMNetworkAdapter -VMName 'hl-first-cluster-0a1b2c-node' -Name "
                + "lab -SwitchName 'hl-first-cluster-0a1b2c'", "Set-VMNetworkAdapter").doesNotContain("Add-VM");
    }

    /** Vagrant gives a machine that boots the lowest free port, and resumes none whose port is taken (action.rb). */
    @Test
    void portsOnVirtualBox_areEachMachinesOwn() {
        List<Integer> ports = Pattern.compile("\"forwarded_port\", id: .*, host: (\\d+), host_ip: \"127.0.0.1\", "
                + "auto_correct: true").matcher(render(ProviderName.VIRTUALBOX, byWinRm())).results()
                .map(port -> Integer.valueOf(port.group(1))).toList();

        assertThat(ports).hasSize(4).doesNotHaveDuplicates().allMatch(port -> port >= 20_000 && port < 30_000);
    }

    private static Lab byWinRm() {
        return TestLabs.lab(NetworkMode.FLANNEL_VXLAN, Outside.direct(),
                TestLabs.machine("control", Role.CONTROL_PLANE, Os.LINUX, 10),
                new Machine("windows", Role.WORKER, Os.WINDOWS, Arch.AMD64, 2, 2048, Optional.empty(),
                        KubernetesVersion.parse("1.36.3"), Ipv4.parse("192.168.56.12"), Optional.of(
                                new WindowsSettings(WindowsBuild.usual(), "WINDOWS", WindowsShell.WINRM))));
    }

    private static String render(ProviderName name, Lab lab) {
        return TestLabs.vagrantfile(name, lab, machine -> "hybridlab/" + machine.os().id(),
                "ssh-ed25519 AAAAC3Nz hybridlab\n");
    }

    private Vagrant vagrant(ProviderName provider, String vagrantfile) throws IOException {
        workspace("require_relative \"every_provider\"\n" + vagrantfile);
        return new Vagrant(processes, folder, Map.of("VAGRANT_HOME", folder.resolve("home").toString(),
                "VAGRANT_DEFAULT_PROVIDER", provider.id()));
    }

    private void workspace(String vagrantfile) throws IOException {
        Files.writeString(folder.resolve("Vagrantfile"), vagrantfile);
        Files.copy(Path.of("src/test/resources/vagrant/every_provider.rb"), folder.resolve("every_provider.rb"),
                StandardCopyOption.REPLACE_EXISTING);
        Files.createDirectories(folder.resolve("ssh"));
        Files.writeString(folder.resolve("ssh/id_ed25519"), "stands for a key");
        Files.createDirectories(folder.resolve("scripts/windows"));
        Files.writeString(folder.resolve("scripts/windows/key.ps1"), "# stands for the script\r\n");
    }
}
