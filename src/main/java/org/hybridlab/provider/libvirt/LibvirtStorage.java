package org.hybridlab.provider.libvirt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.ProviderTool;

/**
 * Copies a box's disk into libvirt's storage before the first machine starts. Vagrant does so too, but a second vagrant
 * takes a partial copy for complete, and so does every later one after a crash (seen with vagrant-libvirt 0.11).
 */
record LibvirtStorage(ProviderTool virsh) {
    private static final String POOL = "default";
    private static final Pattern PHYSICAL = Pattern.compile("(?m)^Physical:\\s+(\\d+) bytes$");
    private static final Pattern PATH = Pattern.compile("<path>([^<]+)</path>");

    boolean isComplete(LibvirtBaseDisk disk, Cancellation cancellation) {
        return lines(cancellation, "pool-list", "--name").anyMatch(POOL::equals)
                && hasVolume(disk, cancellation) && physical(disk, cancellation) == disk.bytes();
    }

    void copy(LibvirtBaseDisk disk, Consumer<String> output, Cancellation cancellation) {
        startPool(cancellation);
        if (hasVolume(disk, cancellation)) {
            output.accept("taking away a half copy of the box's disk");
            virsh.ask(cancellation, "vol-delete", "--pool", POOL, disk.volume());
        }
        output.accept("copying the box's disk into libvirt's storage");
        virsh.ask(cancellation, "vol-create-as", POOL, disk.volume(), disk.capacity(), "--allocation", "0",
                "--format", "qcow2");
        virsh.ask(cancellation, "vol-upload", "--pool", POOL, disk.volume(), disk.file().toString());
    }

    /** As vagrant-libvirt creates it, but without its race. */
    private void startPool(Cancellation cancellation) {
        if (lines(cancellation, "pool-list", "--name", "--all").noneMatch(POOL::equals)) {
            virsh.ask(cancellation, "pool-define-as", POOL, "dir", "--target", "/var/lib/libvirt/images");
            virsh.ask(cancellation, "pool-build", POOL);
        }
        if (!poolRuns(cancellation)) {
            virsh.ask(cancellation, "pool-start", POOL);
        }
    }

    /**
     * Empty without a pool.
     *
     * @throws LabException {@code provider-not-answering} if the pool does not run, so its content is unknown
     */
    List<String> volumes(Cancellation cancellation) {
        if (poolRuns(cancellation)) {
            return listed(cancellation);
        }
        if (lines(cancellation, "pool-list", "--name", "--all").anyMatch(POOL::equals)) {
            String start = "virsh --connect qemu:///system pool-start " + POOL;
            throw LabException.hostNotReady("provider-not-answering", ("libvirt's pool '%s' does not run, so its disks "
                    + "are not known. To start it: %s").formatted(POOL, start), "Start it: " + start);
        }
        return List.of();
    }

    /** The same, but empty if the pool does not run. */
    List<String> volumesIfKnown(Cancellation cancellation) {
        return poolRuns(cancellation) ? listed(cancellation) : List.of();
    }

    /** From the folder: libvirt's own figure is as old as its last refresh. */
    OptionalLong freeBytes(Cancellation cancellation) {
        Optional<Matcher> path = LabException.known(() -> virsh.look(cancellation, "pool-dumpxml", POOL))
                .map(PATH::matcher).filter(Matcher::find);
        try {
            return path.isPresent() ? OptionalLong.of(Files.getFileStore(Path.of(path.get().group(1)))
                    .getUsableSpace()) : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    private boolean poolRuns(Cancellation cancellation) {
        return lines(cancellation, "pool-list", "--name").anyMatch(POOL::equals);
    }

    private List<String> listed(Cancellation cancellation) {
        return lines(cancellation, "vol-list", POOL).map(line -> line.split("\\s+")[0]).toList();
    }

    static boolean isDiskOf(String machine, String source) {
        return source.substring(source.lastIndexOf('/') + 1).startsWith(machine);
    }

    void delete(String volume, Cancellation cancellation) {
        if (volumes(cancellation).contains(volume)) {
            virsh.ask(cancellation, "vol-delete", "--pool", POOL, volume);
        }
    }

    private boolean hasVolume(LibvirtBaseDisk disk, Cancellation cancellation) {
        return listed(cancellation).contains(disk.volume());
    }

    private long physical(LibvirtBaseDisk disk, Cancellation cancellation) {
        Matcher matcher = PHYSICAL.matcher(virsh.look(cancellation, "vol-info", "--pool", POOL, "--bytes",
                "--physical", disk.volume()));
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    private Stream<String> lines(Cancellation cancellation, String... words) {
        return virsh.look(cancellation, words).lines().map(String::strip);
    }
}
