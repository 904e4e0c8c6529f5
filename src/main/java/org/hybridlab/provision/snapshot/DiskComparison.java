package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChanges;
import org.hybridlab.provider.api.MachineDisk;

/**
 * Compares a machine's disk with a snapshot by contents, modes and owners, not times. Ignores the folders of etcd and
 * the kubelet, which each reset restores, and what no snapshot has.
 */
record DiskComparison(MachineDisk disk, Snapshot.SavedMachine saved, Path folder) {
    private static final Duration WITHIN = Duration.ofMinutes(2);
    private static final String END = "end";
    /** Limit for all archives of a machine. Beyond it, restoring the whole machine is faster. */
    private static final long MOST_BYTES = 200L << 20;
    private static final String COMPARE = ResourceText.of(DiskComparison.class, "compare-disk.sh");

    /**
     * @param clock the machine's time before, in seconds; may be empty if something differs
     * @param difference for people; empty: none
     */
    record Seen(String clock, Optional<String> difference) {
        private static Seen differing(String what) {
            return new Seen("", Optional.of(what));
        }
    }

    /** @throws org.hybridlab.common.error.LabException if the machine does not answer */
    Seen look(Cancellation cancellation) {
        Seen seen = compared(cancellation);
        if (seen.difference().isPresent()) {
            return seen;
        }
        DiskChanges changes = disk.changes(saved.machine(), cancellation);
        List<DiskChange> now = changes.all();
        SavedFolders folders = SavedFolders.of(saved);
        SavedPaths paths = SavedPaths.of(saved);
        return new Seen(seen.clock(), Stream.of(paths.strangers(now).stream(), paths.originals(now).stream(),
                SavedPaths.outOfReach(now).stream(), folders.unknown(changes).stream(),
                folders.wrong(changes).keySet().stream())
                .flatMap(differing -> differing).findFirst());
    }

    /** Whether restoring the machine is faster than comparing its disk. */
    static boolean isTooLarge(Snapshot.SavedMachine saved) {
        return compared(saved).mapToLong(Snapshot.SavedPath::bytes).sum() > MOST_BYTES;
    }

    private static Stream<Snapshot.SavedPath> compared(Snapshot.SavedMachine saved) {
        return saved.paths().stream().filter(path -> !path.path().equals(ResetInPlace.ETCD)
                && !path.path().equals(ResetInPlace.KUBELET));
    }

    private Seen compared(Cancellation cancellation) {
        if (isTooLarge(saved)) {
            return Seen.differing("too much is on its disk to compare it");
        }
        List<Snapshot.SavedPath> all = compared(saved).toList();
        List<String> arguments = new ArrayList<>(List.of(String.valueOf(all.size())));
        List<Path> archives = new ArrayList<>();
        for (Snapshot.SavedPath path : all) {
            Path archive = folder.resolve(path.file());
            int name = path.path().lastIndexOf('/') + 1;
            arguments.addAll(List.of(path.path().substring(0, Math.max(1, name - 1)), path.path().substring(name),
                    String.valueOf(archive.toFile().length())));
            archives.add(archive);
        }
        arguments.addAll(saved.deleted());
        List<String> said = disk.run(saved.machine(), COMPARE, arguments, archives, WITHIN, cancellation).lines()
                .toList();
        if (said.size() < 2) {
            return Seen.differing("its disk cannot be compared");
        }
        return said.get(1).equals(END) ? new Seen(said.get(0), Optional.empty()) : Seen.differing(said.get(1).strip());
    }
}
