package org.hybridlab.provision.snapshot;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A saved state of all machines of a lab at one moment: the content of {@code manifest.json}, which is written last.
 *
 * @param format rises with each incompatible change
 * @param at when all machines stood still
 * @param lab the id in the names of the machines
 * @param inProvider whether the provider has the disks; else they lie beside the manifest
 * @param boxes the base of each machine's archives, by machine
 */
public record Snapshot(int format, String name, Instant at, String lab, String kubernetes, boolean inProvider,
                       List<SavedMachine> machines, Map<String, String> boxes) {
    static final int FORMAT = 1;

    public Snapshot {
        machines = List.copyOf(machines);
        boxes = new TreeMap<>(boxes);
    }

    /**
     * @param deleted files of its box that it lacked
     * @param subnet flannel's file about the machine's share; empty if there was none
     * @param images sizes and paths of containerd's image files, which no snapshot has
     * @param folders with another mode or owner, including the box's; null if unknown
     */
    public record SavedMachine(String machine, String role, List<SavedPath> paths, List<String> deleted,
                               String subnet, List<String> images, List<SavedFolder> folders) {
        public SavedMachine {
            paths = List.copyOf(paths);
            deleted = List.copyOf(deleted);
            images = List.copyOf(images);
            folders = folders == null ? null : List.copyOf(folders);
        }

        /** Empty if unknown. */
        Optional<List<SavedFolder>> knownFolders() {
            return Optional.ofNullable(folders);
        }
    }

    /**
     * A folder without its content.
     *
     * @param mode octal
     * @param owner numeric, {@code user:group}
     */
    public record SavedFolder(String path, String mode, String owner) {
    }

    /**
     * @param file the tar archive, below the snapshot's folder
     * @param crc32c hexadecimal; detects damage at little cost
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

    /** Its name in Vagrant, beside snapshots that the user takes by hand. */
    static String inVagrant(String name) {
        return "hybridlab-" + name;
    }
}
