package org.hybridlab.config.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.model.WindowsBuild;
import org.junit.jupiter.api.Test;

/** {@code boxes.yaml}: what is in it stays what its sources say, digit by digit. */
class KnownBoxesTest {
    private final KnownBoxes known = KnownBoxes.installed();

    @Test
    void windowsBuilds_onEveryProvider_haveABox() {
        for (WindowsBuild build : WindowsBuild.known().stream().filter(WindowsBuild::canBeNode).toList()) {
            for (ProviderName provider : new ProviderName[] {ProviderName.VIRTUALBOX, ProviderName.HYPERV,
                    ProviderName.LIBVIRT}) {
                assertThat(known.of(build, provider)).as(build.title()).isPresent();
            }
            assertThat(known.of(build, ProviderName.PARALLELS)).isEmpty();
        }
    }

    @Test
    void windowsBoxes_takenByDefault_arePinned() {
        assertThat(known.boxes()).filteredOn(box -> box.build().isPresent()).hasSizeGreaterThan(3).allSatisfy(box -> {
            assertThat(box.version()).hasValueSatisfying(version -> assertThat(box.builds()).containsKey(version));
            assertThat(box.licence()).isPresent();
            assertThat(box.needs().values()).allSatisfy(needs -> assertThat(known.needs()).containsKeys(
                    needs.toArray(String[]::new)));
        });
        assertThat(known.boxes()).filteredOn(box -> box.build().isPresent() && !box.use().equals("named"))
                .allSatisfy(box -> assertThat(box.builds().get(box.version().orElseThrow())).contains("."));
    }

    @Test
    void boxes_onTheirPage_haveVersionAndBuild() throws IOException {
        String page = Files.readString(Path.of("docs/reference/bundle-and-box.md"));
        assertThat(known.boxes()).allSatisfy(box -> assertThat(page).contains("| `%s` | %s | %s".formatted(box.name(),
                box.version().orElse("the newest"), box.version().map(box.builds()::get).orElse(""))));
    }

    /** A YAML number would lose the last zero. */
    @Test
    void aBuildKeepsItsLastZero() {
        assertThat(known.named("gusztavvargadr/windows-server-2025-standard-core").orElseThrow().builds())
                .containsEntry("2601.0.0", "26100.32230");
    }

    @Test
    void secondPublishersBox_isTaken_onlyByName() {
        WindowsBuild build = WindowsBuild.usual();
        assertThat(known.of(build, ProviderName.LIBVIRT)).map(KnownBox::publisher).contains("gusztavvargadr");
        assertThat(known.all(build, ProviderName.LIBVIRT)).extracting(KnownBox::publisher)
                .containsExactly("gusztavvargadr", "jborean93");
    }

    @Test
    void adapter_fitsTheBoxThatWasPackaged() {
        Machine machine = new Machine("win", Role.WORKER, Os.WINDOWS, Arch.AMD64, 2, 2048,
                Optional.of(BoxChoice.named("hybridlab/win")), KubernetesVersion.parse("1.36.3"),
                Ipv4.parse("192.168.56.10"));
        assertThat(known.of(machine, Optional.of("jborean93/WindowsServer2022")).nic()).isEqualTo("virtio");
        assertThat(known.of(machine, Optional.empty()).nic()).isEqualTo("e1000e");
    }

    @Test
    void fault_holdsUntilTheFixingUpdate() {
        assertThat(known.faults()).filteredOn(fault -> fault.has(20_348, 2402, "L2Bridge")).hasSize(1);
        assertThat(known.faults()).filteredOn(fault -> fault.has(20_348, 2402, "Overlay")).isEmpty();
        assertThat(known.faults()).filteredOn(fault -> fault.has(20_348, 2761, "Overlay")).hasSize(1);
        assertThat(known.faults()).filteredOn(fault -> fault.has(20_348, 2762, "L2Bridge")).isEmpty();
        assertThat(known.faults()).filteredOn(fault -> fault.has(26_100, 32_230, "Overlay")).isEmpty();
    }
}
