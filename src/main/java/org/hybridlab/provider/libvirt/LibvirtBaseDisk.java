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
 * A box's disk, and the volume that vagrant-libvirt copies it to (handle_box_image.rb of 0.11). For a box from a file,
 * which has version {@code 0}, the file's time is the version.
 */
record LibvirtBaseDisk(Path file, String volume) {
    /** "QFI" and 0xfb. */
    private static final int QCOW2 = 0x514649fb;
    private static final Pattern EXTENSION = Pattern.compile("(?<=[^/])\\.[^./]+$");

    /** All disks of the box; empty if Vagrant does not have it. */
    static List<LibvirtBaseDisk> of(BoxChoice box, Path vagrantHome) {
        return InstalledBox.of(box, ProviderName.LIBVIRT, vagrantHome).stream()
                .flatMap(installed -> files(installed.folder()).entrySet().stream()
                        .filter(one -> Files.isRegularFile(one.getValue()))
                        .map(one -> new LibvirtBaseDisk(one.getValue(), "%s_vagrant_box_image_%s_%s.img".formatted(
                                BoxChoice.nameOfFolder(box.name()), stamp(installed.version(), one.getValue()),
                                one.getKey().replace("/", "-SLASH-"))))).toList();
    }

    /** By name, as the box lists them, or its single disk. */
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
            // Vagrant refuses such a box.
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
     * Whether it has no backing file, by its header (QEMU's docs/interop/qcow2, bytes 8 to 15). vagrant-libvirt's
     * {@code package} joins both, but ignores failures.
     */
    boolean standsAlone() {
        try (DataInputStream head = new DataInputStream(Files.newInputStream(file))) {
            return head.readInt() != QCOW2 || head.readInt() < 2 || head.readLong() == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For virsh, from the box's metadata or the disk's header (bytes 24 to 31). */
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
