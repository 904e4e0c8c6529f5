package org.hybridlab.provision.snapshot;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A saved state of all machines of a lab at one moment: the content of {@code manifest.json}, which is written last.
 *
 * @param format rises when a snapshot can no longer be read as before
 * @param at the moment when all machines stood still
 * @param lab the id that the lab's machines are called by
 * @param inProvider whether the provider has the disks; else they lie beside the manifest
 * @param boxes what each machine was made from, by its name: the archives have what differs from that
 */
public record Snapshot(int format, String name, Instant at, String lab, String kubernetes, boolean inProvider,
                       List<SavedMachine> machines, Map<String, String> boxes) {
    static final int FORMAT = 1;

    public Snapshot {
        machines = List.copyOf(machines);
        boxes = new TreeMap<>(boxes);
    }

    /**
     * One machine.
     *
     * @param deleted files of its box that it did not have any more
     * @param subnet what flannel wrote about the machine's share of the pod network; empty where it wrote nothing
     * @param images sizes and paths of what containerd keeps of images, which no snapshot has
     * @param folders those of its box, too, that had another mode or owner; null where nobody knows
     */
    public record SavedMachine(String machine, String role, List<SavedPath> paths, List<String> deleted,
                               String subnet, List<String> images, List<SavedFolder> folders) {
        public SavedMachine {
            paths = List.copyOf(paths);
            deleted = List.copyOf(deleted);
            images = List.copyOf(images);
            folders = folders == null ? null : List.copyOf(folders);
        }

        /** Empty if nobody looked. */
        Optional<List<SavedFolder>> knownFolders() {
            return Optional.ofNullable(folders);
        }
    }

    /**
     * A folder without what is in it.
     *
     * @param mode octal
     * @param owner numbers of user and group, with a colon between them
     */
    public record SavedFolder(String path, String mode, String owner) {
    }

    /**
     * One path of a machine's disk.
     *
     * @param file the tar archive, below the snapshot's folder
     * @param crc32c of it, hexadecimal: it tells a damaged file, which is all that is asked, and costs next to nothing
     */
    public record SavedPath(String path, String file, long bytes, String crc32c) {
    }

    /** On this host. */
    public long bytes() {
        return machines.stream().flatMap(machine -> machine.paths().stream()).mapToLong(SavedPath::bytes).sum();
    }

    public List<String> machineNames() {
        return machines.stream().map(SavedMachine::machine).toList();
    }

    Optional<SavedMachine> machine(String name) {
        return machines.stream().filter(machine -> machine.machine().equals(name)).findFirst();
    }

    /** What Vagrant calls it, beside snapshots that the user makes by hand. */
    static String inVagrant(String name) {
        return "hybridlab-" + name;
    }
}
