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

/** Modes and owners of folders in both machine and box, which no archive has. @param saved empty if unknown */
record SavedFolders(Optional<Map<String, Access>> saved) {
    /** Null if unknown. */
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

    /** Why unknown folders may differ; empty if all are known, or were unknown at the snapshot. */
    Optional<String> unknown(DiskChanges now) {
        return saved.filter(known -> !now.tellsAccess())
                .map(known -> "which of its folders have another mode or owner is not known");
    }

    /** What those with another mode or owner are to get, sorted. */
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

    /** What they get after everything else is restored, including those from the box. */
    Map<String, Access> all(DiskChanges now) {
        Map<String, Access> all = wrong(now);
        saved.ifPresent(all::putAll);
        return all;
    }

    /** Script arguments: the number, then path, mode and owner of each. */
    static List<String> words(Map<String, Access> folders) {
        List<String> words = new ArrayList<>(List.of(String.valueOf(folders.size())));
        folders.forEach((path, access) -> words.addAll(List.of(path, access.mode(), access.owner())));
        return words;
    }
}
