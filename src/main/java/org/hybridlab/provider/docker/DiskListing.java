package org.hybridlab.provider.docker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Access;
import org.hybridlab.provider.api.DiskChange.Kind;

/**
 * All files of a container's disk, or of its image's: what {@code docker diff} compares, which takes it seconds where
 * two lists take a part of one. A folder of both counts if its mode or owner differs, whatever is in it.
 *
 * @param lines type, mode, owner, size, time and name, as {@link #LIST} writes them
 */
record DiskListing(Set<String> lines) {
    /** Without what is mounted. Names have escapes for all but printable ASCII, and each line ends with a dollar. */
    static final String LIST = """
            { find . -xdev -ignore_readdir_race -printf '%y %m %U:%G %s %T@ %p\\0' && printf 'end\\0'; } \
            | LC_ALL=C sed -n -z 'l 0' | tr '\\000' '\\n'""";
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
    private static final String END = "$";

    /** @return empty if the list is not whole */
    static Optional<DiskListing> parse(String said) {
        Set<String> lines = new HashSet<>();
        Set<String> missing = new HashSet<>(ALWAYS);
        String last = "";
        for (String line : said.lines().toList()) {
            if (!line.endsWith(END) || last.equals("end")) {
                return Optional.empty();
            }
            last = line.substring(0, line.length() - END.length());
            int name = name(last);
            if (name >= 0 && (last.startsWith("./", name) || last.substring(name).equals("."))) {
                lines.add(last);
            } else if (!last.equals("end")) {
                return Optional.empty();
            }
            if (name >= 0 && last.length() - name <= LONGEST) {
                missing.remove(last.substring(name));
            }
        }
        return last.equals("end") && said.endsWith("\n") && missing.isEmpty() ? Optional.of(new DiskListing(lines))
                : Optional.empty();
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
        Map<String, Entry> now = differing(box);
        Map<String, Entry> before = box.differing(this);
        List<DiskChange> changes = new ArrayList<>();
        Set<String> names = new HashSet<>(now.keySet());
        names.addAll(before.keySet());
        for (String escaped : names) {
            Optional<Entry> entry = Optional.ofNullable(now.get(escaped));
            Optional<Entry> earlier = Optional.ofNullable(before.get(escaped));
            Optional<String> path = EscapedPath.plain(escaped);
            if (path.isPresent()) {
                change(path.get(), entry, earlier).ifPresent(changes::add);
            } else {
                String folder = EscapedPath.nearest(escaped);
                // Of a folder that only one of them has, the folder itself tells.
                if (!isOfOne(EscapedPath.escaped(folder), now, before)) {
                    changes.add(DiskChange.hidden(folder, escaped));
                }
            }
        }
        return changes;
    }

    private static boolean isOfOne(String folder, Map<String, Entry> now, Map<String, Entry> before) {
        return now.containsKey(folder) != before.containsKey(folder)
                || now.containsKey(folder) && !(now.get(folder).isFolder() && before.get(folder).isFolder());
    }

    private static Optional<DiskChange> change(String path, Optional<Entry> now, Optional<Entry> earlier) {
        if (now.isEmpty()) {
            return Optional.of(new DiskChange(Kind.DELETED, path).ofBox(bytes(earlier)));
        }
        if (earlier.isEmpty() || !now.get().isFolder() || !earlier.get().isFolder()) {
            return Optional.of(new DiskChange(earlier.isEmpty() ? Kind.ADDED : Kind.CHANGED, path,
                    now.get().bytes()).ofBox(bytes(earlier)));
        }
        return now.get().access().equals(earlier.get().access()) ? Optional.empty()
                : Optional.of(DiskChange.access(path, now.get().access(), earlier.get().access()));
    }

    private static long bytes(Optional<Entry> entry) {
        return entry.map(Entry::bytes).orElse(0L);
    }

    /** A line but for its name. */
    private record Entry(String type, Access access, long bytes) {
        static Entry of(String line) {
            String[] fields = line.split(" ", FIELDS);
            return new Entry(fields[0], new Access(fields[1], fields[2]), fields[0].equals("f")
                    ? Long.parseLong(fields[3]) : 0);
        }

        boolean isFolder() {
            return type.equals("d");
        }
    }

    /** Lines that the other disk does not have, by path: few of 80 000, so that only these are taken apart. */
    private Map<String, Entry> differing(DiskListing other) {
        Map<String, Entry> differing = new HashMap<>();
        lines.stream().filter(line -> !other.lines.contains(line)).forEach(line -> {
            String path = line.substring(name(line) + 1);
            if (!DOCKERS.contains(path)) {
                differing.put(path.isEmpty() ? "/" : path, Entry.of(line));
            }
        });
        return differing;
    }
}
