package org.hybridlab.provider.libvirt;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The disk of a box, and the volume in libvirt's storage that vagrant-libvirt copies it to, by vagrant-libvirt's own
 * rules (handle_box_image.rb of 0.11): version {@code 0} stands for a box that was added from a file, and the time of
 * the file then stands for its version.
 */
record LibvirtBaseDisk(Path file, String volume) {
    /** "QFI" and 0xfb. */
    private static final int QCOW2 = 0x514649fb;
    private static final Pattern SIZE = Pattern.compile("\"virtual_size\"\\s*:\\s*(\\d+)");

    /** Empty if the box is not there, or is of the kind with several disks. */
    static Optional<LibvirtBaseDisk> of(String box, Path vagrantHome) {
        String name = box.replace("/", "-VAGRANTSLASH-");
        Path folder = vagrantHome.resolve("boxes").resolve(name);
        // boxes/NAME/VERSION/libvirt/box.img; since Vagrant 2.4 with the architecture before the provider.
        try (Stream<Path> files = Files.isDirectory(folder) ? Files.walk(folder, 4) : Stream.<Path>empty()) {
            return files.filter(file -> file.endsWith(Path.of("libvirt", "box.img")))
                    .max(Comparator.comparing(file -> version(folder, file)))
                    .map(file -> new LibvirtBaseDisk(file, "%s_vagrant_box_image_%s_box.img"
                            .formatted(name, stamp(version(folder, file), file))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String version(Path folder, Path file) {
        return folder.relativize(file).getName(0).toString();
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

    /** What the box says of it; 0 if it says nothing, which vagrant-libvirt refuses. */
    long virtualGiB() {
        try {
            Matcher matcher = SIZE.matcher(Files.readString(file.resolveSibling("metadata.json")));
            return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
