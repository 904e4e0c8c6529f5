package org.hybridlab.provider.libvirt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.fake.FakePrograms;
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
        BoxChoice box = BoxChoice.named("hybridlab/linux-1.36.3");
        assertThat(LibvirtBaseDisk.of(box, home)).singleElement().satisfies(found -> {
            assertThat(found.volume())
                    .isEqualTo("hybridlab-VAGRANTSLASH-linux-1.36.3_vagrant_box_image_0_1795269057_box.img");
            assertThat(found.bytes()).isEqualTo(4);
            assertThat(found.capacity()).isEqualTo("20G");
        });
    }

    @Test
    void aBoxOfACatalogueHasItsVersion() throws IOException {
        disk("generic-VAGRANTSLASH-debian12/4.3.12/amd64/libvirt", 128);
        assertThat(volumes(BoxChoice.named("generic/debian12")))
                .containsExactly("generic-VAGRANTSLASH-debian12_vagrant_box_image_4.3.12_box.img");
    }

    /** As Vagrant orders them: numbers are numbers, and a word comes before the version without it. */
    @Test
    void versions_areCompared_asVagrantDoes() throws IOException {
        disk("a/9.0/libvirt", 20);
        disk("a/10.0/libvirt", 20);
        disk("a/10.0.rc1/libvirt", 20);
        Files.createDirectories(home.resolve("boxes/a/11.0/virtualbox"));

        assertThat(volumes(BoxChoice.named("a"))).containsExactly("a_vagrant_box_image_10.0_box.img");
    }

    @Test
    void pinnedVersion_isLookedAt_notTheNewest() throws IOException {
        disk("a/2511.0.0/libvirt", 20);
        disk("a/2601.0.0/libvirt", 20);

        assertThat(volumes(pinned("2511.0.0"))).containsExactly("a_vagrant_box_image_2511.0.0_box.img");
        assertThat(volumes(pinned("2511"))).containsExactly("a_vagrant_box_image_2511.0.0_box.img");
        assertThat(volumes(pinned("2512.0.0"))).isEmpty();
    }

    @Test
    void box_ofSeveralDisks_isTakenWithAll() throws IOException {
        Path box = Files.createDirectories(home.resolve("boxes/a/1.0/libvirt"));
        Files.writeString(box.resolve("metadata.json"),
                "{\"disks\": [{\"path\": \"system.qcow2\"}, {\"path\": \"b.img\", \"name\": \"my/data\"}]}");
        byte[] disk = head(0);
        ByteBuffer.wrap(disk).putLong(24, 5L << 30);
        Files.write(box.resolve("system.qcow2"), disk);
        Files.write(box.resolve("b.img"), disk);
        String system = "a_vagrant_box_image_1.0_system.img";
        String data = "a_vagrant_box_image_1.0_my-SLASH-data.img";

        assertThat(volumes(BoxChoice.named("a"))).containsExactly(system, data);
        assertThat(LibvirtBaseDisk.of(BoxChoice.named("a"), home)).extracting(LibvirtBaseDisk::capacity)
                .containsOnly("5368709120");
        assertThat(new LibvirtProvider(storage(List.of(system)), false).hasTaken(BoxChoice.named("a"), home,
                new Cancellation())).isFalse();
        assertThat(new LibvirtProvider(storage(List.of(system, data)), false).hasTaken(BoxChoice.named("a"), home,
                new Cancellation())).isTrue();
    }

    /** A fake of virsh whose volumes are whole. */
    private static Processes storage(List<String> volumes) {
        return FakePrograms.printing(command -> switch (command.words().get(4)) {
            case "pool-list" -> "default\n";
            case "vol-list" -> volumes.stream().map(volume -> " " + volume + "   /x\n").collect(Collectors.joining());
            default -> "Physical:       104 bytes\n";
        });
    }

    private List<String> volumes(BoxChoice box) {
        return LibvirtBaseDisk.of(box, home).stream().map(LibvirtBaseDisk::volume).toList();
    }

    private static BoxChoice pinned(String version) {
        return new BoxChoice("a", Optional.of(version), Optional.empty(), Optional.empty());
    }

    @Test
    void disk_onABase_namesItInHead() throws IOException {
        Path file = disk("hybridlab-VAGRANTSLASH-win/0/libvirt", 20);
        LibvirtBaseDisk disk = LibvirtBaseDisk.of(BoxChoice.named("hybridlab/win"), home).get(0);

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
        assertThat(LibvirtBaseDisk.of(BoxChoice.named("no/such"), home)).isEmpty();
    }

    @Test
    void halfCopy_isTakenAway_andMadeAgain() throws IOException {
        disk("a/0/libvirt", 20);
        LibvirtBaseDisk disk = LibvirtBaseDisk.of(BoxChoice.named("a"), home).get(0);
        List<String> said = new ArrayList<>();
        FakePrograms virsh = FakePrograms.printing(command -> {
            String words = String.join(" ", command.words().subList(4, command.words().size()));
            said.add(words.split(" ")[0]);
            return words.startsWith("pool-list") ? "default\n"
                    : words.startsWith("vol-list") ? " " + disk.volume() + "   /var/lib/libvirt/images/x\n"
                    : words.startsWith("vol-info") ? "Name: x\nPhysical:       3 bytes\n" : "";
        });
        LibvirtProvider provider = new LibvirtProvider(virsh, false);
        assertThat(provider.hasTaken(BoxChoice.named("a"), home, new Cancellation())).isFalse();
        said.clear();
        provider.take(BoxChoice.named("a"), home, line -> { }, new Cancellation());
        assertThat(said).containsSubsequence("vol-delete", "vol-create-as", "vol-upload");
    }

    private Path disk(String folder, int virtualGiB) throws IOException {
        Path boxes = Files.createDirectories(home.resolve("boxes").resolve(folder));
        Files.writeString(boxes.resolve("metadata.json"),
                "{\"provider\": \"libvirt\", \"virtual_size\": %d}".formatted(virtualGiB));
        return Files.writeString(boxes.resolve("box.img"), "disk");
    }
}
