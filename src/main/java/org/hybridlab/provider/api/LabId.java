package org.hybridlab.provider.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.common.process.ThisHost;
import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.common.workspace.ShortHash;

/**
 * Identifies a lab on this host. Everything that a provider creates for it has this name.
 *
 * @param hash six hexadecimal digits of the workspace's path and the host, so that copies of a lab differ
 */
public record LabId(String lab, String hash) {
    private static final Pattern WHOLE = Pattern.compile("hl-(.+)-([0-9a-f]{6})");
    private static final Pattern HASH_INSIDE = Pattern.compile("-[0-9a-f]{6}(?=-|$)");
    /** How many labs that came up at one path, and were moved, can be up. */
    private static final int AT_ONE_PATH = 8;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    /** @throws IllegalArgumentException if the name is no RFC 1123 label */
    public LabId {
        label(lab);
    }

    /** The id of a new lab, which keeps it until it is destroyed. */
    public static LabId of(String lab, Path workspace) {
        return new LabId(lab, hash(place(workspace)));
    }

    /** Possible ids, the default first: a moved lab keeps its id, and the next one at its path takes another. */
    public static List<LabId> allOf(String lab, Path workspace) {
        String place = place(workspace);
        return Stream.concat(Stream.of(of(lab, workspace)), IntStream.rangeClosed(2, AT_ONE_PATH)
                .mapToObj(count -> new LabId(lab, hash(place + "/" + count)))).toList();
    }

    private static String place(Path workspace) {
        return RealPath.of(workspace) + ThisHost.here().id();
    }

    /** @param id as of {@link #toString()} */
    public static LabId parse(String id) {
        Matcher parts = WHOLE.matcher(id);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'%s' is no lab's id".formatted(id));
        }
        return new LabId(parts.group(1), parts.group(2));
    }

    /** Empty if it is not from {@link #toString()}. */
    public static Optional<LabId> parsed(String id) {
        try {
            return Optional.of(parse(id));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Shortest first: in {@code hl-kurs-202610-3fa9c1-node1} the lab may be kurs or kurs-202610. */
    public static List<LabId> candidates(String name) {
        return HASH_INSIDE.matcher(name).results().map(hash -> parsed(name.substring(0, hash.end())))
                .flatMap(Optional::stream).toList();
    }

    /** Whether the name is this id, or this id with a suffix. */
    public boolean isIn(String name) {
        return name.equals(toString()) || name.startsWith(this + "-");
    }

    private static String hash(String text) {
        return ShortHash.of(text, 3);
    }

    /** For example {@code hl-first-cluster-3fa9c1-node1}. An empty name gives the common prefix. */
    public String machine(String name) {
        if (!name.isEmpty()) {
            label(name);
        }
        return this + "-" + name;
    }

    /** Name of a network interface of the host, at most 15 characters for Linux. */
    public String bridge() {
        return "hl-" + hash;
    }

    private static void label(String name) {
        if (!LABEL.matcher(name).matches()) {
            throw new IllegalArgumentException("'%s' is not a name of lower case letters, digits and dashes"
                    .formatted(name));
        }
    }

    @Override
    public String toString() {
        return "hl-" + lab + "-" + hash;
    }
}
