package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.config.model.WindowsSettings;
import org.hybridlab.config.model.WindowsShell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a lab file says of machines, and what it leaves out. */
class LabFileMachinesTest {
    @TempDir
    private Path folder;
    private WrittenLab file;

    @BeforeEach
    void inAFolder() {
        file = new WrittenLab(folder.resolve("short"));
    }

    @Test
    void machines_takeTheRestFromDefaults() throws IOException {
        Lab lab = file.lab("""
                defaults: {cpus: 4, memory: 3GiB, arch: arm64, box: me/mine}
                machines:
                  - {name: control, role: control-plane}
                  - {name: small, os: windows, cpus: 2, memory: 4500MiB, arch: amd64, box: other}
                """);

        assertThat(lab.machines()).extracting(Machine::cpus).containsExactly(4, 2);
        assertThat(lab.machines()).extracting(Machine::memoryMiB).containsExactly(3072, 4500);
        assertThat(lab.machines()).extracting(Machine::arch).containsExactly(Arch.ARM64, Arch.AMD64);
        assertThat(lab.machines()).extracting(Machine::box)
                .containsExactly(Optional.of(BoxChoice.named("me/mine")), Optional.of(BoxChoice.named("other")));
    }

    @Test
    void box_saysItsOrigin_evenByDefault() throws IOException {
        Lab lab = file.lab("""
                defaults: {box: {name: me/mine, version: 1.2.0}}
                machines:
                  - {name: control, role: control-plane}
                  - name: win
                    os: windows
                    box: {name: class/win, url: "https://boxes.example/win.box", sha256: %s}
                """.formatted("ab".repeat(32)));

        assertThat(lab.machines()).extracting(machine -> machine.box().orElseThrow()).containsExactly(
                new BoxChoice("me/mine", Optional.of("1.2.0"), Optional.empty(), Optional.empty()),
                new BoxChoice("class/win", Optional.empty(), Optional.of("https://boxes.example/win.box"),
                        Optional.of("ab".repeat(32))));
    }

    @Test
    void count_makesNumberedMachines_withFreeAddresses() throws IOException {
        Lab lab = file.lab("""
                machines:
                  - {name: control, role: control-plane, address: 10.9.0.12}
                  - {name: node, count: 3}
                network: {machines: 10.9.0.0/24}
                """);

        assertThat(lab.machines()).extracting(Machine::name).containsExactly("control", "node1", "node2", "node3");
        assertThat(lab.machines()).extracting(machine -> machine.address().toString())
                .containsExactly("10.9.0.12", "10.9.0.11", "10.9.0.13", "10.9.0.14");
    }

    @Test
    void windowsMachines_haveBuildComputerNameAndAccess() throws IOException {
        Lab lab = file.lab("""
                defaults: {build: 2025}
                machines:
                  - {name: control, role: control-plane}
                  - {name: win, os: windows}
                  - {name: kiamol-node-windows, os: windows, count: 2, computerName: KIAMOL-WIN, build: 1809,
                     shell: winrm}
                """);

        assertThat(lab.machines()).extracting(Machine::windows).containsExactly(Optional.empty(),
                Optional.of(new WindowsSettings(build("26100"), "win", WindowsShell.WINSSH)),
                Optional.of(new WindowsSettings(build("17763"), "KIAMOL-WIN1", WindowsShell.WINRM)),
                Optional.of(new WindowsSettings(build("17763"), "KIAMOL-WIN2", WindowsShell.WINRM)));
        assertThat(lab.windowsMachines()).extracting(Machine::name)
                .containsExactly("win", "kiamol-node-windows1", "kiamol-node-windows2");
    }

    @Test
    void build_byNumberOrName_isTheSame() throws IOException {
        for (String word : List.of("1809", "2019", "17763", "'1809'", "0x4563")) {
            Lab lab = file.lab("machines: [{name: control, role: control-plane}, {name: win, os: windows, build: "
                    + word + "}]\n");

            assertThat(lab.machines().get(1).windows().orElseThrow().build().number()).as(word).isEqualTo(17_763);
        }
    }

    private static WindowsBuild build(String word) {
        return WindowsBuild.of(word).orElseThrow();
    }
}
