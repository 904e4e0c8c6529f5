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
 * All files of a container's or image's disk. Comparing two lists is faster than {@code docker diff}, which takes
 * seconds. A folder counts as changed only by mode or owner.
 *
 * @param lines type, mode, owner, size, time and name, as {@link #LIST} writes them
 */
record DiskListing(Set<String> lines) {
    /** Without mounts. Names are escaped to printable ASCII, and lines end with a dollar. */
    static final String LIST = """
            { find . -xdev -ignore_readdir_race -printf '%y %m %U:%G %s %T@ %p\\0' && printf 'end\\0'; } \
            | LC_ALL=C sed -n -z 'l 0' | tr '\\000' '\\n'""";
    /** For a running machine: lists files below mounts, and not what is mounted. */
    static final String LIST_BELOW_MOUNTS = """
            set -e
            mkdir -p /run/hybridlab/disk
            mount --bind / /run/hybridlab/disk
            cd /run/hybridlab/disk
            """ + LIST;
    /** Docker creates them. They are not in the image. */
    private static final Set<String> DOCKERS = Set.of("/.dockerenv", "/dev/console", "/dev/pts", "/dev/shm");
    /** Paths of every system disk. */
    private static final List<String> ALWAYS = List.of(".", "./etc", "./usr", "./var");
    private static final int LONGEST = "./etc".length();
    private static final int FIELDS = 6;
    private static final String END = "$";

    /** @return empty if the list is incomplete */
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

    /** Position of the name; -1 if there are too few fields. */
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
                // The folder itself tells if only one disk has it.
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

    /** Lines that the other disk lacks, by path. Only these few of 80 000 are parsed. */
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
