package org.hybridlab.provider.docker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Kind;

/**
 * All files of a container's disk, or of its image's: what {@code docker diff} compares, which takes it seconds where
 * two lists take a part of one. Of folders their mode and owner count, as docker has it.
 *
 * @param files type, mode, owner, size and time by path
 */
record DiskListing(Map<String, String> files) {
    /** Without what is mounted. A name with a newline has the letter of code 1 in its place. */
    static final String LIST = """
            { find . -xdev -ignore_readdir_race -printf '%y %m %U:%G %s %T@ %p\\0' && printf 'end\\0'; } \
            | tr '\\n\\000' '\\001\\n'""";
    /** The same of a machine that runs: what lies below a mount counts, and what is mounted does not. */
    static final String LIST_BELOW_MOUNTS = """
            set -e
            mkdir -p /run/hybridlab/disk
            mount --bind / /run/hybridlab/disk
            cd /run/hybridlab/disk
            """ + LIST;
    /** Docker's own, and none of them on the image. */
    private static final Set<String> DOCKERS = Set.of("/.dockerenv", "/dev/console", "/dev/pts", "/dev/shm");
    /** A list of a disk with a system on it has them. */
    private static final List<String> ALWAYS = List.of("/", "/etc", "/usr", "/var");
    private static final int FIELDS = 6;

    /** @return empty if the list is not whole, or has names that it cannot tell */
    static Optional<DiskListing> parse(String said) {
        Map<String, String> files = new HashMap<>();
        List<String> lines = said.lines().toList();
        if (lines.isEmpty() || !lines.get(lines.size() - 1).equals("end") || said.indexOf('\1') >= 0) {
            return Optional.empty();
        }
        for (String line : lines.subList(0, lines.size() - 1)) {
            String[] fields = line.split(" ", FIELDS);
            if (fields.length < FIELDS || !fields[FIELDS - 1].startsWith(".")) {
                return Optional.empty();
            }
            String path = fields[FIELDS - 1].equals(".") ? "/" : fields[FIELDS - 1].substring(1);
            String what = String.join(" ", fields[0], fields[1], fields[2]);
            files.put(path, fields[0].equals("d") ? what : String.join(" ", what, fields[3], fields[4]));
        }
        return ALWAYS.stream().allMatch(files::containsKey) ? Optional.of(new DiskListing(files)) : Optional.empty();
    }

    /** Where this disk differs from the one that it was made from. */
    List<DiskChange> since(DiskListing box) {
        List<DiskChange> changes = new ArrayList<>();
        files.forEach((path, what) -> {
            String before = box.files.get(path);
            if (!what.equals(before) && !DOCKERS.contains(path)) {
                changes.add(new DiskChange(before == null ? Kind.ADDED : Kind.CHANGED, path));
            }
        });
        box.files.keySet().stream().filter(path -> !files.containsKey(path) && !DOCKERS.contains(path))
                .forEach(path -> changes.add(new DiskChange(Kind.DELETED, path)));
        return changes;
    }
}
