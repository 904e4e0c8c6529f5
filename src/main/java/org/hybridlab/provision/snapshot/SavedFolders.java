package org.hybridlab.provision.snapshot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Access;
import org.hybridlab.provider.api.DiskChange.AccessChange;

/**
 * Folders that machine and box both have, by their modes and owners: all else of them is in no archive.
 *
 * @param saved those that differed from the box, by path; empty of a snapshot that does not know
 */
record SavedFolders(Optional<Map<String, Access>> saved) {
    /** For the manifest. */
    static List<Snapshot.SavedFolder> of(List<DiskChange> changes) {
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

    private static Map<String, AccessChange> differing(List<DiskChange> changes) {
        Map<String, AccessChange> differing = new TreeMap<>();
        changes.stream().filter(change -> SavedPaths.isWanted(change.path())).forEach(change -> change.access()
                .ifPresent(access -> differing.put(change.path(), access)));
        return differing;
    }

    /** Those that have another mode or owner now, and what they are to get, sorted. */
    Map<String, Access> wrong(List<DiskChange> now) {
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
    Map<String, Access> all(List<DiskChange> now) {
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
