package org.hybridlab.provision.snapshot;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Kind;

/**
 * The paths that make up a machine's state beyond its box: etcd's data, certificates and manifests below {@code /etc},
 * the kubelet's folder with volumes, and host folders that pods mount. Leaves out images and containers, which are
 * gigabytes and come with the box.
 *
 * @param paths files and folders, none below another
 * @param deleted files of the box that the machine lacks
 */
record SavedPaths(List<String> paths, List<String> deleted) {
    /**
     * Small folders, saved whole and emptied first by a reset. The kubelet's is on a volume, where changes do not show.
     * {@code MachineSetBack} must know all else on volumes.
     */
    static final List<String> WHOLE = List.of("/etc", "/var/lib/kubelet");
    /** Logs, runtime files and leftovers of containers: no state of the cluster. */
    static final List<String> LEFT_OUT = List.of("/run", "/tmp", "/dev", "/proc", "/sys", "/var/log",
            "/var/cache", "/var/tmp", "/var/lib/containerd", "/var/lib/cni", "/var/lib/systemd", "/var/lib/dbus",
            "/opt/containerd", "/usr/lib/modules", "/usr/libexec/kubernetes");
    /** What a reset needs itself, or gigabytes: never saved or replaced as a whole. */
    private static final List<String> OF_BOX = List.of("/usr", "/opt/hybridlab");
    private static final int TAR_BLOCK = 512;

    static SavedPaths of(List<DiskChange> changes) {
        Set<String> paths = new LinkedHashSet<>(WHOLE);
        leaves(changes, Kind.ADDED, Kind.CHANGED).forEach(path -> add(paths, path));
        return new SavedPaths(List.copyOf(paths), leaves(changes, Kind.DELETED).toList());
    }

    static SavedPaths of(Snapshot.SavedMachine saved) {
        return new SavedPaths(saved.paths().stream().map(Snapshot.SavedPath::path).toList(), saved.deleted());
    }

    /** Bytes of the changed files in archives, without the folders saved whole. */
    static long bytes(List<DiskChange> changes) {
        return changes.stream().filter(change -> change.kind() == Kind.ADDED || change.kind() == Kind.CHANGED)
                .filter(change -> isWanted(change.path()))
                .mapToLong(change -> TAR_BLOCK + (change.bytes() + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK).sum();
    }

    /** A file that cannot be saved or removed: its path is hidden, and its folder has too much else. */
    static Optional<String> outOfReach(List<DiskChange> changes) {
        return changes.stream().filter(change -> change.hidden().isPresent() && isWanted(change.path())
                && (isCovered(change.path(), OF_BOX) || holds(change.path(), LEFT_OUT)
                        || holds(change.path(), WHOLE))).map(change -> change.hidden().get()).sorted().findFirst();
    }

    /** New paths, which a reset removes. */
    List<String> strangers(List<DiskChange> now) {
        Set<String> strangers = new LinkedHashSet<>();
        Set<String> known = new HashSet<>(paths);
        leaves(now, Kind.ADDED).filter(path -> !isCovered(path, known)).forEach(path -> add(strangers, path));
        return List.copyOf(strangers);
    }

    /** Files of the box that the saved machine had, and that are missing or changed now. */
    List<String> originals(List<DiskChange> now) {
        Set<String> originals = new LinkedHashSet<>();
        ofBox(now).map(DiskChange::path).forEach(path -> add(originals, path));
        return List.copyOf(originals);
    }

    /** Bytes of the box for {@link #originals}. Unknown counts as 0. */
    long originalBytes(List<DiskChange> now) {
        return ofBox(now).mapToLong(DiskChange::boxBytes).sum();
    }

    private Stream<DiskChange> ofBox(List<DiskChange> now) {
        Set<String> known = new HashSet<>(paths);
        known.addAll(deleted);
        return wanted(now, Kind.CHANGED, Kind.DELETED).filter(change -> !isCovered(change.path(), known));
    }

    /** Drops paths that vanished before they were read. */
    SavedPaths without(Collection<String> gone) {
        List<String> left = paths.stream().filter(path -> !gone.contains(path)).toList();
        return new SavedPaths(left, Stream.concat(deleted.stream(), gone.stream()).toList());
    }

    /** Whether a snapshot saves the path itself. */
    static boolean isWanted(String path) {
        return !isCovered(path, WHOLE) && !isCovered(path, LEFT_OUT);
    }

    private static Stream<String> leaves(List<DiskChange> changes, Kind... kinds) {
        return wanted(changes, kinds).map(DiskChange::path);
    }

    /** Of these kinds, shortest path first, without what is saved whole or left out. */
    private static Stream<DiskChange> wanted(List<DiskChange> changes, Kind... kinds) {
        return changes.stream().filter(change -> List.of(kinds).contains(change.kind()))
                .filter(change -> isWanted(change.path()) && !holds(change.path(), LEFT_OUT))
                .sorted(Comparator.comparingInt(change -> change.path().length()));
    }

    private static void add(Set<String> paths, String path) {
        if (!isCovered(path, paths)) {
            paths.add(path);
        }
    }

    /** Whether it is one of them, or below one. Fast for thousands. */
    static boolean isCovered(String path, Collection<String> by) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            if (by.contains(path.substring(0, end))) {
                return true;
            }
        }
        return by.contains("/");
    }

    private static boolean holds(String folder, List<String> inside) {
        return inside.stream().anyMatch(one -> isCovered(one, List.of(folder)));
    }
}
