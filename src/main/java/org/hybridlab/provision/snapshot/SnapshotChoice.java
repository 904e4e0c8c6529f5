package org.hybridlab.provision.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;

/** Chooses a snapshot by name, or the newest. An unreadable one is not skipped for an older one. */
record SnapshotChoice(SnapshotStore store, String lab) {
    /** @throws LabException {@code snapshot-unknown} or {@code snapshot-unreadable} (exit 2) */
    Snapshot named(String name) {
        List<Snapshot> all = store.all();
        if (store.unreadable().contains(name)) {
            throw unreadable("The snapshot '%s'".formatted(name), delete(name));
        }
        return all.stream().filter(one -> one.name().equals(name)).findFirst()
                .orElseThrow(() -> unknown("The lab has no snapshot '%s'.".formatted(name), all));
    }

    /** @throws LabException {@code snapshot-unknown} or {@code snapshot-unreadable} (exit 2) */
    Snapshot newest() {
        List<Snapshot> all = store.all();
        Optional<Snapshot> newest = all.stream().reduce((older, newer) -> newer);
        store.unreadable().stream().map(store::folder).filter(Files::isDirectory)
                .filter(folder -> newest.isEmpty() || savedAt(folder).isAfter(newest.get().at()))
                .max(Comparator.comparing(SnapshotChoice::savedAt)).ifPresent(folder -> {
                    String name = folder.getFileName().toString();
                    throw unreadable("The newest snapshot, '%s',".formatted(name), newest.map(older ->
                            "To go back to an older one, name it: hybridlab reset %s %s. ".formatted(lab,
                                    older.name())).orElse("") + delete(name));
                });
        return newest.orElseThrow(() -> unknown("The lab has no snapshot.", all));
    }

    /** The manifest is written last. Without one, the folder's time counts. */
    private static Instant savedAt(Path folder) {
        Path manifest = folder.resolve(SnapshotStore.MANIFEST);
        try {
            return Files.getLastModifiedTime(Files.exists(manifest) ? manifest : folder).toInstant();
        } catch (IOException e) {
            return Instant.MAX;
        }
    }

    private String delete(String name) {
        return "Delete it: hybridlab snapshot delete %s %s".formatted(lab, name);
    }

    private static LabException unreadable(String which, String advice) {
        return LabException.invalid("snapshot-unreadable", "%s cannot be read: its %s is damaged or gone, or another "
                .formatted(which, SnapshotStore.MANIFEST) + "version of hybridlab wrote it.", advice);
    }

    private LabException unknown(String what, List<Snapshot> all) {
        return LabException.invalid("snapshot-unknown", what, all.isEmpty()
                ? "Save one while the lab is well: hybridlab snapshot save " + lab
                : "Its snapshots: " + String.join(", ", all.stream().map(Snapshot::name).toList()));
    }
}
