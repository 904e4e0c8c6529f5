package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LibvirtBoxStoreTest {
    private static final String NAME = "hybridlab/linux-1.36.3-amd64-0123456789ab";
    private static final String VOLUME =
            "hybridlab-VAGRANTSLASH-linux-1.36.3-amd64-0123456789ab_vagrant_box_image_0_1795269057_box.img";

    @TempDir
    private Path home;
    private final List<String> ran = new ArrayList<>();
    private BoxStore store;

    @BeforeEach
    void setUp() {
        store = new LibvirtBoxStore(home, this::run);
    }

    /** Vagrant 2.3 keeps them in the first folder, Vagrant 2.4.8 in the second. */
    @ParameterizedTest
    @ValueSource(strings = {"0/libvirt", "0/amd64/libvirt"})
    void box_ofEachVagrant_isFound(String folder) throws IOException {
        box(folder);

        assertThat(store.has(NAME, new Cancellation())).isTrue();
        assertThat(store.list(new Cancellation())).extracting(BuiltBox::name).containsExactly(NAME);
        store.remove(NAME, new Cancellation());
        assertThat(ran).contains("vagrant box remove " + NAME + " --provider libvirt",
                "virsh --connect qemu:///system vol-delete --pool default " + VOLUME);
    }

    /** Somebody else published it: hybridlab's own have no version. */
    @Test
    void box_withAVersion_isNotOurs() throws IOException {
        box("1.0.0/amd64/libvirt");

        assertThat(store.has(NAME, new Cancellation())).isFalse();
        assertThat(store.list(new Cancellation())).isEmpty();
    }

    private Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        ran.add(String.join(" ", command.words()));
        return new Result(command, 0, "", "", Duration.ZERO);
    }

    private void box(String folder) throws IOException {
        Path disk = home.resolve("boxes").resolve(BoxFolders.nameOfFolder(NAME)).resolve(folder).resolve("box.img");
        Files.createDirectories(disk.getParent());
        Files.writeString(disk, "disk");
        Files.setLastModifiedTime(disk, FileTime.fromMillis(1_795_269_057_900L));
    }
}
