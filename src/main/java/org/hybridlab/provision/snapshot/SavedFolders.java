package org.hybridlab.provision.snapshot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.hybridlab.provider.api.DiskChange.Access;
import org.hybridlab.provider.api.DiskChange.AccessChange;
import org.hybridlab.provider.api.DiskChanges;

/**
 * Folders that machine and box both have, by their modes and owners: all else of them is in no archive.
 *
 * @param saved those that differed from the box, by path; empty of a snapshot that does not know
 */
record SavedFolders(Optional<Map<String, Access>> saved) {
    /** For the manifest; null if nobody knows. */
    static List<Snapshot.SavedFolder> of(DiskChanges changes) {
        if (!changes.tellsAccess()) {
            return null;
        }
        List<Snapshot.SavedFolder> folders = new ArrayList<>();
        differing(changes).forEach((path, access) -> folders.add(new Snapshot.SavedFolder(path, access.now().mode(),
                access.now().owner())));
        return folders;
    }

    static SavedFolders of(Snapshot.SavedMachine machine) {
        return new SavedFolders(machine.knownFolders().map(folders -> {
            Map<String, Access> saved = new HashMap<>();
            folders.forEach(one -> saved.put(one.path(), new Access(one.mode(), one.owner())));
            return saved;
        }));
    }

    private static Map<String, AccessChange> differing(DiskChanges changes) {
        Map<String, AccessChange> differing = new TreeMap<>();
        changes.all().stream().filter(change -> SavedPaths.isWanted(change.path())).forEach(change -> change.access()
                .ifPresent(access -> differing.put(change.path(), access)));
        return differing;
    }

    /** Why some may differ that nobody knows of, for people; empty if all are known, or were not then. */
    Optional<String> unknown(DiskChanges now) {
        return saved.filter(known -> !now.tellsAccess())
                .map(known -> "which of its folders have another mode or owner is not known");
    }

    /** Those that have another mode or owner now, and what they are to get, sorted. */
    Map<String, Access> wrong(DiskChanges now) {
        Map<String, Access> wrong = new TreeMap<>(saved.orElse(Map.of()));
        if (saved.isPresent()) {
            differing(now).forEach((path, access) -> {
                Access then = saved.get().getOrDefault(path, access.box());
                wrong.put(path, then);
                wrong.remove(path, access.now());
            });
        }
        return wrong;
    }

    /** What they are to get once all else is set back, with those that come from the box again. */
    Map<String, Access> all(DiskChanges now) {
        Map<String, Access> all = wrong(now);
        saved.ifPresent(all::putAll);
        return all;
    }

    /** As words for a script: how many, and of each its path, mode and owner. */
    static List<String> words(Map<String, Access> folders) {
        List<String> words = new ArrayList<>(List.of(String.valueOf(folders.size())));
        folders.forEach((path, access) -> words.addAll(List.of(path, access.mode(), access.owner())));
        return words;
    }
}
