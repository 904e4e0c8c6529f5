package org.hybridlab.host;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import org.hybridlab.common.error.LabException;

/** This user's workspaces on this host, and the labs in them: {@code labs} of the state folder. */
final class HostRegistry {
    private static final int ID_BYTES = 16;
    static final int ID_CHARACTERS = 2 * ID_BYTES;
    private static final long NO_INODE = -1;

    private final Path folder;

    HostRegistry(UserFolders folders) {
        this.folder = folders.state().resolve("labs");
    }

    /**
     * @param id random: name of the entry's file, and text of the workspace's mark
     * @param workspace absolute path, which may have changed since
     * @param inode of the workspace that hybridlab made; 0 without inodes
     * @param lab that has, or may have, machines
     */
    record Entry(String id, String workspace, long inode, Optional<KnownLab> lab) {
        Entry with(Optional<KnownLab> now) {
            return new Entry(id, now.map(KnownLab::workspace).orElse(workspace), inode, now);
        }
    }

    static String randomId() {
        byte[] random = new byte[ID_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** @throws LabException {@code state-unreadable} if one cannot be read */
    List<Entry> all() {
        return readable(unreadable -> {
            throw unreadable;
        });
    }

    /** By workspace. */
    List<Entry> readable(Consumer<LabException> unreadable) {
        return StateFile.readable(folder, Entry.class, unreadable).stream()
                .sorted(Comparator.comparing(Entry::workspace)).toList();
    }

    /** @throws LabException {@code state-unreadable} if it is not found, and may be one that cannot be read */
    Optional<Entry> find(Predicate<Entry> wanted) {
        List<LabException> unreadable = new ArrayList<>();
        Optional<Entry> found = readable(unreadable::add).stream().filter(wanted).findFirst();
        if (found.isEmpty() && !unreadable.isEmpty()) {
            throw unreadable.get(0);
        }
        return found;
    }

    /** Creates an entry if there is none, unless the change does nothing. */
    void change(String workspace, Predicate<Entry> wanted, UnaryOperator<Entry> change) {
        StateFile.locked(folder, () -> {
            Entry before = find(wanted)
                    .orElseGet(() -> new Entry(randomId(), workspace, NO_INODE, Optional.empty()));
            Entry after = change.apply(before);
            if (!after.equals(before)) {
                StateFile.write(StateFile.in(folder, after.id()), after);
            }
        });
    }

    void forget(Predicate<Entry> gone) {
        StateFile.locked(folder, () -> readable(unreadable -> { }).stream().filter(gone)
                .forEach(entry -> StateFile.remove(StateFile.in(folder, entry.id()))));
    }
}
