package org.hybridlab.artifact.box;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.archive.TarWriter;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;

/**
 * Boxes for vagrant-libvirt: a qcow2 disk in the user's VAGRANT_HOME. The first {@code up} copies it into libvirt's
 * pool; that copy is removed with the box.
 */
final class LibvirtBoxStore implements BoxStore {
    private static final String PREFIX = PackagedBoxes.PREFIX;
    private static final int DISK_GIB = 20;

    private final BoxFolders folders;
    private final VagrantBoxes vagrant;
    private final LibvirtVolumes volumes;

    LibvirtBoxStore(Path vagrantHome, Processes processes) {
        this.folders = BoxFolders.of(vagrantHome);
        this.vagrant = new VagrantBoxes(processes);
        this.volumes = new LibvirtVolumes(processes);
    }

    @Override
    public ProviderName provider() {
        return ProviderName.LIBVIRT;
    }

    @Override
    public String name(String kind, String version) {
        return PREFIX + kind + "-" + version;
    }

    @Override
    public List<String> packageLists() {
        return List.of("vm");
    }

    /** From Vagrant's folder, since Vagrant needs a second to start. */
    @Override
    public List<BuiltBox> list(Cancellation cancellation) {
        List<BuiltBox> built = new ArrayList<>();
        for (String name : folders.names()) {
            disk(name).filter(disk -> !Files.exists(disk.resolveSibling(PackagedBoxes.NOTE)))
                    .ifPresent(disk -> built.add(new BuiltBox(provider(), name, kubernetes(name), false,
                            disk.toFile().length() >> 20, Optional.empty())));
        }
        return built;
    }

    @Override
    public boolean has(String name, Cancellation cancellation) {
        return disk(name).isPresent();
    }

    @Override
    public Duration usual() {
        return Duration.ofSeconds(100);
    }

    @Override
    public void build(String name, BoxBuilder builder, Map<String, Object> model, Fetching fetching) {
        model.put("diskGiB", DISK_GIB);
        model.put("owner", owner(builder.folder()));
        builder.run("libvirt.sh.ftl", model, fetching);
        Path disk = builder.folder().resolve("box.img");
        Path box = builder.folder().resolve("libvirt.box");
        try {
            fetching.lines().accept("adding the box to Vagrant");
            pack(disk, box);
            Files.delete(disk);
            vagrant.add(name, provider(), box.toString(), fetching.cancellation())
                    .orHostFails("box-not-built", "The box could not be added to Vagrant.", "Look at the lines below.");
            Files.delete(box);
        } catch (IOException e) {
            throw CacheFolder.notWritable(box, e);
        }
    }

    @Override
    public void remove(String name, Cancellation cancellation) {
        Optional<String> volume = disk(name).map(disk -> volume(name, disk));
        volume.ifPresent(one -> needUnused(name, one, cancellation));
        vagrant.remove(name, provider(), cancellation);
        volume.ifPresent(one -> volumes.delete(one, cancellation));
    }

    /** Vagrant does not count machines of labs that were moved. */
    private void needUnused(String name, String volume, Cancellation cancellation) {
        List<String> disks = volumes.on(volume, cancellation);
        if (!disks.isEmpty()) {
            throw LabException.hostNotReady("box-in-use", "Machines still use the box %s. Their disks: %s."
                    .formatted(name, String.join(", ", disks)), "Destroy their labs first, also those that you moved.");
        }
    }

    /** vagrant-libvirt's name for its copy, with the disk's time as version (0.11). */
    private static String volume(String name, Path disk) {
        try {
            return "%s_vagrant_box_image_0_%d_box.img".formatted(BoxChoice.nameOfFolder(name),
                    Files.getLastModifiedTime(disk).toMillis() / 1000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A box is a tar archive of a disk, metadata, and settings for its machines. */
    private static void pack(Path disk, Path box) throws IOException {
        try (TarWriter tar = new TarWriter(new BufferedOutputStream(Files.newOutputStream(box), 1 << 16))) {
            tar.file("metadata.json", """
                    {"provider": "libvirt", "format": "qcow2", "virtual_size": %d}
                    """.formatted(DISK_GIB).getBytes(StandardCharsets.UTF_8));
            tar.file("Vagrantfile", """
                    Vagrant.configure("2") do |config|
                      config.vm.provider "libvirt" do |libvirt|
                        libvirt.disk_bus = "virtio"
                      end
                    end
                    """.getBytes(StandardCharsets.UTF_8));
            tar.file("box.img", disk, 0644);
        }
    }

    private Optional<Path> disk(String name) {
        return folders.findAddedFromFile(name, Path.of(provider().id(), "box.img"));
    }

    private static String kubernetes(String name) {
        return name.startsWith(PREFIX + "linux-") ? name.substring((PREFIX + "linux-").length()).split("-")[0] : "none";
    }

    /** root creates the disk for the user. */
    private static String owner(Path folder) {
        try {
            PosixFileAttributes attributes = Files.readAttributes(folder, PosixFileAttributes.class);
            return attributes.owner().getName();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
