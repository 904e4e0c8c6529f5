package org.hybridlab.provision.snapshot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Kind;

/**
 * What of a machine's disk makes up its state, as far as its box does not have it already: etcd's data, certificates
 * and manifests below {@code /etc}, the kubelet's folder with the volumes of pods, folders that pods mount from the
 * host. Unpacked images and containers are left out: they are gigabytes that come with the box.
 *
 * @param paths files and folders, none below another
 * @param deleted what the box has and the machine has not
 */
record SavedPaths(List<String> paths, List<String> deleted) {
    /**
     * Small, and kept as they are; the kubelet's lies on a volume, where no change shows. A reset empties each of them
     * first. What else lies on a volume, {@code MachineSetBack} must also know as no mount of somebody's.
     */
    static final List<String> WHOLE = List.of("/etc", "/var/lib/kubelet");
    /** Logs, what a boot makes, and what containers leave: no state of the cluster. */
    static final List<String> LEFT_OUT = List.of("/run", "/tmp", "/dev", "/proc", "/sys", "/var/log",
            "/var/cache", "/var/tmp", "/var/lib/containerd", "/var/lib/cni", "/var/lib/systemd", "/var/lib/dbus",
            "/opt/containerd", "/usr/lib/modules", "/usr/libexec/kubernetes");

    static SavedPaths of(List<DiskChange> changes) {
        List<String> paths = new ArrayList<>(WHOLE);
        leaves(changes, Kind.ADDED, Kind.CHANGED).forEach(path -> add(paths, path));
        return new SavedPaths(List.copyOf(paths), leaves(changes, Kind.DELETED).toList());
    }

    /** Those of a snapshot. */
    static SavedPaths of(Snapshot.SavedMachine saved) {
        return new SavedPaths(saved.paths().stream().map(Snapshot.SavedPath::path).toList(), saved.deleted());
    }

    /** What has come since, and is to go. */
    List<String> strangers(List<DiskChange> now) {
        List<String> strangers = new ArrayList<>();
        leaves(now, Kind.ADDED).filter(path -> !isCovered(path, paths)).forEach(path -> add(strangers, path));
        return strangers;
    }

    /** What the box has, and the machine had when it was saved, and has no more, or otherwise. */
    List<String> originals(List<DiskChange> now) {
        List<String> originals = new ArrayList<>();
        leaves(now, Kind.CHANGED, Kind.DELETED).filter(path -> !isCovered(path, paths) && !isCovered(path, deleted))
                .forEach(path -> add(originals, path));
        return originals;
    }

    /** Of these kinds, shortest first, but for what is saved whole or left out. */
    private static Stream<String> leaves(List<DiskChange> changes, Kind... kinds) {
        return changes.stream().filter(change -> List.of(kinds).contains(change.kind())).map(DiskChange::path)
                .filter(path -> !isCovered(path, WHOLE) && !isCovered(path, LEFT_OUT))
                .filter(path -> LEFT_OUT.stream().noneMatch(out -> isBelow(out, path)))
                .sorted(Comparator.comparingInt(String::length));
    }

    private static void add(List<String> paths, String path) {
        if (!isCovered(path, paths)) {
            paths.add(path);
        }
    }

    private static boolean isCovered(String path, List<String> by) {
        return by.stream().anyMatch(one -> isBelow(path, one));
    }

    private static boolean isBelow(String path, String folder) {
        return path.equals(folder) || path.startsWith(folder + "/");
    }
}
