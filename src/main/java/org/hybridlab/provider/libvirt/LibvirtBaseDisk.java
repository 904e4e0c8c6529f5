package org.hybridlab.provider.libvirt;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.vagrant.InstalledBox;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A disk of a box, and the volume in libvirt's storage that vagrant-libvirt copies it to, by vagrant-libvirt's own
 * rules (handle_box_image.rb of 0.11): version {@code 0} stands for a box that was added from a file, and the time of
 * the file then stands for its version.
 */
record LibvirtBaseDisk(Path file, String volume) {
    /** "QFI" and 0xfb. */
    private static final int QCOW2 = 0x514649fb;
    private static final Pattern EXTENSION = Pattern.compile("(?<=[^/])\\.[^./]+$");

    /** All disks of the box that Vagrant makes machines from; none if it is not there. */
    static List<LibvirtBaseDisk> of(BoxChoice box, Path vagrantHome) {
        return InstalledBox.of(box, ProviderName.LIBVIRT, vagrantHome).stream()
                .flatMap(installed -> files(installed.folder()).entrySet().stream()
                        .filter(one -> Files.isRegularFile(one.getValue()))
                        .map(one -> new LibvirtBaseDisk(one.getValue(), "%s_vagrant_box_image_%s_%s.img".formatted(
                                BoxChoice.nameOfFolder(box.name()), stamp(installed.version(), one.getValue()),
                                one.getKey().replace("/", "-SLASH-"))))).toList();
    }

    /** By the names of the disks: what the box lists, or its one disk. */
    private static Map<String, Path> files(Path folder) {
        Map<String, Path> files = new LinkedHashMap<>();
        metadata(folder).path("disks").forEach(disk -> {
            String path = disk.path("path").asString("");
            files.put(disk.path("name").asString(EXTENSION.matcher(path).replaceFirst("")), folder.resolve(path));
        });
        return files.isEmpty() ? Map.of("box", folder.resolve("box.img")) : files;
    }

    private static JsonNode metadata(Path folder) {
        try {
            return JsonMapper.shared().readTree(Files.readString(folder.resolve("metadata.json")));
        } catch (JacksonException | IOException e) {
            // Vagrant takes no such box.
            return JsonMapper.shared().createObjectNode();
        }
    }

    private static String stamp(String version, Path file) {
        return version.equals("0") ? "0_" + time(file) : version;
    }

    private static long time(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis() / 1000;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long bytes() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Whether it stands on no other disk, by its own head (QEMU's docs/interop/qcow2: bytes 8 to 15 say where the name
     * of the other one is). vagrant-libvirt's {@code package} joins both, and goes on if that fails.
     */
    boolean standsAlone() {
        try (DataInputStream head = new DataInputStream(Files.newInputStream(file))) {
            return head.readInt() != QCOW2 || head.readInt() < 2 || head.readLong() == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For virsh: what the box says of it, or the disk's own head (bytes 24 to 31). */
    String capacity() {
        long said = metadata(file.getParent()).path("virtual_size").asLong(0);
        return said > 0 ? said + "G" : Long.toString(capacityInHead());
    }

    private long capacityInHead() {
        try (DataInputStream head = new DataInputStream(Files.newInputStream(file))) {
            head.skipNBytes(24);
            return head.readLong();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
