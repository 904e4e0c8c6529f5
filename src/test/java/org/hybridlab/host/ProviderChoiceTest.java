package org.hybridlab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.StubProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderChoiceTest {
    private static final OperatingSystem LINUX = OperatingSystem.linux("ID=debian");
    @TempDir
    private Path root;

    @Test
    void host_withoutVirtualisation_isOfferedContainersOnly() throws IOException {
        install("VBoxManage");
        assertThat(choice(LINUX, false)).isEqualTo(ProviderName.DOCKER);
    }

    @Test
    void whatIsInstalledIsTaken() throws IOException {
        install("virsh");
        assertThat(choice(LINUX, true)).isEqualTo(ProviderName.DOCKER);
        install("qemu-system-x86_64");
        assertThat(choice(LINUX, true)).isEqualTo(ProviderName.LIBVIRT);
        install("VBoxManage");
        assertThat(choice(LINUX, true)).isEqualTo(ProviderName.VIRTUALBOX);
    }

    @Test
    void qemu_ofRedHat_servesLibvirt() throws IOException {
        install("virsh");
        install("qemu-kvm");
        assertThat(choice(LINUX, true)).isEqualTo(ProviderName.LIBVIRT);
    }

    @Test
    void processor_withoutKvm_isNoReasonForLibvirt() throws IOException {
        install("virsh");
        install("qemu-system-x86_64");
        HostFacts facts = new HostFacts(LINUX, 2, 8000, 8000, 100_000, true, false, List.of(), List.of(), "lea");

        assertThat(ProviderChoice.best(facts, files()).provider()).isEqualTo(ProviderName.DOCKER);
        assertThat(ProviderChoice.forWindows(facts, files()).provider()).isEqualTo(ProviderName.LIBVIRT);
    }

    @Test
    void windowsMachines_neverGetDocker() throws IOException {
        HostFacts facts = facts(LINUX, false);
        assertThat(ProviderChoice.forWindows(facts, files())).isEqualTo(new ProviderChoice(ProviderName.VIRTUALBOX,
                "Docker runs no Windows machines"));
        install("virsh");
        install("qemu-system-x86_64");
        assertThat(ProviderChoice.forWindows(facts, files()).provider()).isEqualTo(ProviderName.LIBVIRT);
    }

    @Test
    void windowsHasHyperV() {
        OperatingSystem windows = new OperatingSystem(OperatingSystem.Family.WINDOWS, "windows", Set.of("windows"),
                "Windows 11");
        assertThat(choice(windows, true)).isEqualTo(ProviderName.HYPERV);
    }

    private ProviderName choice(OperatingSystem system, boolean virtualisation) {
        return ProviderChoice.best(facts(system, virtualisation), files()).provider();
    }

    private HostFiles files() {
        return new HostFiles(root, List.of(Path.of("/bin")));
    }

    private static HostFacts facts(OperatingSystem system, boolean virtualisation) {
        return new HostFacts(system, 2, 8000, 8000, 100_000, virtualisation, virtualisation, List.of(), List.of(),
                "lea");
    }

    private void install(String program) {
        StubProgram.write(root.resolve("bin").resolve(program), "");
    }
}
