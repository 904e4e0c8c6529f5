package org.hybridlab.provider.libvirt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names as vagrant-libvirt 0.11 gave them to volumes on a real host. */
class LibvirtBaseDiskTest {
    @TempDir
    Path home;

    @Test
    void box_fromFile_hasDiskTimeAsVersion() throws IOException {
        Path disk = disk("hybridlab-VAGRANTSLASH-linux-1.36.3/0/libvirt", 20);
        Files.setLastModifiedTime(disk, FileTime.fromMillis(1_795_269_057_900L));
        assertThat(LibvirtBaseDisk.of("hybridlab/linux-1.36.3", home)).hasValueSatisfying(found -> {
            assertThat(found.volume())
                    .isEqualTo("hybridlab-VAGRANTSLASH-linux-1.36.3_vagrant_box_image_0_1795269057_box.img");
            assertThat(found.bytes()).isEqualTo(4);
            assertThat(found.virtualGiB()).isEqualTo(20);
        });
    }

    @Test
    void aBoxOfACatalogueHasItsVersion() throws IOException {
        disk("generic-VAGRANTSLASH-debian12/4.3.12/amd64/libvirt", 128);
        assertThat(LibvirtBaseDisk.of("generic/debian12", home)).hasValueSatisfying(found -> assertThat(found.volume())
                .isEqualTo("generic-VAGRANTSLASH-debian12_vagrant_box_image_4.3.12_box.img"));
    }

    @Test
    void disk_onABase_namesItInHead() throws IOException {
        Path file = disk("hybridlab-VAGRANTSLASH-win/0/libvirt", 20);
        LibvirtBaseDisk disk = LibvirtBaseDisk.of("hybridlab/win", home).orElseThrow();

        Files.write(file, head(0x200));
        assertThat(disk.standsAlone()).isFalse();
        Files.write(file, head(0));
        assertThat(disk.standsAlone()).isTrue();
    }

    /** As {@code qemu-img create} begins a file of version 3; behind it come lengths and offsets. */
    private static byte[] head(long nameOfTheOther) {
        return ByteBuffer.allocate(104).put("QFI\u00fb".getBytes(StandardCharsets.ISO_8859_1)).putInt(3)
                .putLong(nameOfTheOther).array();
    }

    @Test
    void aBoxThatIsNotThereHasNone() {
        assertThat(LibvirtBaseDisk.of("no/such", home)).isEmpty();
    }

    @Test
    void halfCopy_isTakenAway_andMadeAgain() throws IOException {
        disk("a/0/libvirt", 20);
        LibvirtBaseDisk disk = LibvirtBaseDisk.of("a", home).orElseThrow();
        List<String> said = new ArrayList<>();
        Processes virsh = (command, lines, cancellation) -> {
            String words = String.join(" ", command.words().subList(4, command.words().size()));
            said.add(words.split(" ")[0]);
            String answer = words.startsWith("pool-list") ? "default\n"
                    : words.startsWith("vol-list") ? " " + disk.volume() + "   /var/lib/libvirt/images/x\n"
                    : words.startsWith("vol-info") ? "Name: x\nPhysical:       3 bytes\n" : "";
            return new Result(command, 0, answer, "", Duration.ZERO);
        };
        LibvirtProvider provider = new LibvirtProvider(virsh, false);
        assertThat(provider.hasTaken("a", home, new Cancellation())).isFalse();
        said.clear();
        provider.take("a", home, line -> { }, new Cancellation());
        assertThat(said).containsSubsequence("vol-delete", "vol-create-as", "vol-upload");
    }

    private Path disk(String folder, int virtualGiB) throws IOException {
        Path boxes = Files.createDirectories(home.resolve("boxes").resolve(folder));
        Files.writeString(boxes.resolve("metadata.json"),
                "{\"provider\": \"libvirt\", \"virtual_size\": %d}".formatted(virtualGiB));
        return Files.writeString(boxes.resolve("box.img"), "disk");
    }
}
