package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.fake.FakePrograms;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LibvirtBoxStoreTest {
    private static final String NAME = "hybridlab/linux-1.36.3-amd64-0123456789ab";
    private static final String VOLUME =
            "hybridlab-VAGRANTSLASH-linux-1.36.3-amd64-0123456789ab_vagrant_box_image_0_1795269057_box.img";

    private static final String POOLS = """
             Name      State      Autostart
            --------------------------------
             default   active     yes

            """;
    private static final String FAILS = "error: failed to connect to the hypervisor";

    @TempDir
    private Path home;
    private final FakePrograms programs = new FakePrograms(this::run);
    private final Map<String, String> virsh = new HashMap<>();
    private BoxStore store;

    /** A pool as virsh 9.0 shows it, with the box's volume, a disk that stands on no other, and a file of somebody. */
    @BeforeEach
    void poolWithThreeVolumes() {
        virsh.put("pool-list --all", POOLS);
        virsh.put("vol-list default", """
                 Name                Path
                ------------------------------------------------------------
                 windows 2022.iso    /var/lib/libvirt/images/windows 2022.iso
                 moved_control.img   /var/lib/libvirt/images/moved_control.img
                 %1$s   /var/lib/libvirt/images/%1$s

                """.formatted(VOLUME));
        virsh.put("vol-dumpxml --pool default windows 2022.iso", volume(""));
        virsh.put("vol-dumpxml --pool default moved_control.img", volume(""));
        store = new LibvirtBoxStore(home, programs);
    }

    /** Vagrant 2.3 keeps them in the first folder, Vagrant 2.4.8 in the second. */
    @ParameterizedTest
    @ValueSource(strings = {"0/libvirt", "0/amd64/libvirt"})
    void box_ofEachVagrant_isFound(String folder) throws IOException {
        box(folder);

        assertThat(store.has(NAME, new Cancellation())).isTrue();
        assertThat(store.list(new Cancellation())).extracting(BuiltBox::name).containsExactly(NAME);
        store.remove(NAME, new Cancellation());
        assertThat(programs.ran()).contains("vagrant box remove " + NAME + " --provider libvirt",
                "virsh --connect qemu:///system vol-delete --pool default " + VOLUME);
    }

    /** Somebody else published it: hybridlab's own have no version. */
    @Test
    void box_withAVersion_isNotOurs() throws IOException {
        box("1.0.0/amd64/libvirt");

        assertThat(store.has(NAME, new Cancellation())).isFalse();
        assertThat(store.list(new Cancellation())).isEmpty();
    }

    /** Vagrant's index has the old folder of a lab that was moved, so Vagrant would remove the box. */
    @Test
    void box_belowAMachinesDisk_isInUse() throws IOException {
        box("0/libvirt");
        virsh.put("vol-dumpxml --pool default moved_control.img", volume("<backingStore>\n    <path>/var/lib/libvirt/"
                + "images/" + VOLUME + "</path>\n    <format type='qcow2'/>\n  </backingStore>"));

        LabException refused = failure(() -> store.remove(NAME, new Cancellation()));
        assertThat(refused.id()).isEqualTo("box-in-use");
        assertThat(refused.what()).contains("moved_control.img").doesNotContain("windows 2022.iso");
        assertThat(programs.ran()).noneMatch(line -> line.contains("box remove") || line.contains("vol-delete"));
    }

    /** An answer without its usual form says nothing of machines. */
    @ParameterizedTest
    @ValueSource(strings = {"pool-list --all", "vol-list default", "vol-dumpxml --pool default moved_control.img"})
    void box_whileVirshIsSilent_stays(String words) throws IOException {
        box("0/libvirt");
        for (String answer : List.of("", FAILS)) {
            virsh.put(words, answer);

            assertThat(failure(() -> store.remove(NAME, new Cancellation())).id()).isEqualTo("provider-not-answering");
        }
        assertThat(programs.ran()).noneMatch(line -> line.contains("box remove") || line.contains("vol-delete"));
    }

    @Test
    void box_whilePoolIsOff_stays() throws IOException {
        box("0/libvirt");
        virsh.put("pool-list --all", POOLS.replace("active  ", "inactive"));

        assertThatThrownBy(() -> store.remove(NAME, new Cancellation())).hasMessageContaining("does not run");
        assertThat(programs.ran()).noneMatch(line -> line.contains("box remove") || line.contains("vol-delete"));
    }

    @Test
    void box_withoutAnyPool_isRemoved() throws IOException {
        box("0/libvirt");
        virsh.put("pool-list --all", POOLS.lines().limit(2).collect(Collectors.joining("\n")) + "\n\n");

        store.remove(NAME, new Cancellation());

        assertThat(programs.ran()).contains("vagrant box remove " + NAME + " --provider libvirt");
    }

    private static String volume(String backing) {
        return "<volume type='file'>\n  <name>a</name>\n  <target>\n    <path>/a</path>\n  </target>\n  " + backing
                + "\n</volume>\n\n";
    }

    private FakePrograms.Answer run(Command command) {
        String line = FakePrograms.line(command);
        assertThat(line.startsWith("virsh") && !command.ownSession()).as("may ask for a password: %s", line).isFalse();
        String answer = virsh.getOrDefault(line.replace("virsh --connect qemu:///system ", ""), "");
        return new FakePrograms.Answer(answer.equals(FAILS) ? 1 : 0, answer, "");
    }

    private void box(String folder) throws IOException {
        Path disk = home.resolve("boxes").resolve(BoxChoice.nameOfFolder(NAME)).resolve(folder).resolve("box.img");
        writeFile(disk, "disk");
        Files.setLastModifiedTime(disk, FileTime.fromMillis(1_795_269_057_900L));
    }
}
