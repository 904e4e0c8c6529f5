package org.hybridlab.provider.docker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Kind;

/**
 * All files of a container's disk, or of its image's: what {@code docker diff} compares, which takes it seconds where
 * two lists take a part of one. A folder of both is no change, whatever is in it.
 *
 * @param lines type, mode, owner, size, time and name, as {@link #LIST} writes them
 */
record DiskListing(Set<String> lines) {
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
    private static final List<String> ALWAYS = List.of(".", "./etc", "./usr", "./var");
    private static final int LONGEST = "./etc".length();
    private static final int FIELDS = 6;

    /** @return empty if the list is not whole, or has names that it cannot tell */
    static Optional<DiskListing> parse(String said) {
        Set<String> lines = said.lines().collect(Collectors.toCollection(HashSet::new));
        boolean whole = said.endsWith("\nend\n") && said.indexOf('\1') < 0 && lines.remove("end");
        Set<String> missing = new HashSet<>(ALWAYS);
        for (String line : whole ? lines : Set.<String>of()) {
            int name = name(line);
            if (name < 0 || line.charAt(name) != '.') {
                return Optional.empty();
            }
            if (line.length() - name <= LONGEST) {
                missing.remove(line.substring(name));
            }
        }
        return whole && missing.isEmpty() ? Optional.of(new DiskListing(lines)) : Optional.empty();
    }

    /** Where the line's name begins; -1 if it has too few fields. */
    private static int name(String line) {
        int at = 0;
        for (int field = 1; field < FIELDS; field++) {
            at = line.indexOf(' ', at) + 1;
            if (at == 0) {
                return -1;
            }
        }
        return at < line.length() ? at : -1;
    }

    /** Where this disk differs from the one that it was made from. */
    List<DiskChange> since(DiskListing box) {
        Map<String, String> now = differing(box);
        Map<String, String> before = box.differing(this);
        List<DiskChange> changes = new ArrayList<>();
        now.forEach((path, line) -> {
            String earlier = before.get(path);
            if (earlier == null || !isFolder(line) || !isFolder(earlier)) {
                changes.add(new DiskChange(earlier == null ? Kind.ADDED : Kind.CHANGED, path));
            }
        });
        before.keySet().stream().filter(path -> !now.containsKey(path))
                .forEach(path -> changes.add(new DiskChange(Kind.DELETED, path)));
        return changes;
    }

    /** Lines that the other disk does not have, by path: few of 80 000, so that only these are taken apart. */
    private Map<String, String> differing(DiskListing other) {
        Map<String, String> differing = new HashMap<>();
        lines.stream().filter(line -> !other.lines.contains(line)).forEach(line -> {
            String path = line.substring(name(line) + 1);
            if (!DOCKERS.contains(path)) {
                differing.put(path.isEmpty() ? "/" : path, line);
            }
        });
        return differing;
    }

    private static boolean isFolder(String line) {
        return line.startsWith("d ");
    }
}
