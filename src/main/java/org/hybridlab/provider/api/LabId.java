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
 * Tells one lab on this host from every other: what a provider makes for it carries this name.
 *
 * @param lab the lab's name
 * @param hash six hexadecimal digits of the workspace's path and the host, so that two copies of a lab do not meet
 */
public record LabId(String lab, String hash) {
    private static final Pattern WHOLE = Pattern.compile("hl-(.+)-([0-9a-f]{6})");
    private static final Pattern HASH_INSIDE = Pattern.compile("-[0-9a-f]{6}(?=-|$)");
    /** How many labs can be up that came up at the same path, all but one moved since. */
    private static final int AT_ONE_PATH = 8;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    /** @throws IllegalArgumentException if the name is no RFC 1123 label, which the rules of a lab file see to */
    public LabId {
        label(lab);
    }

    /** The id of a lab that comes up for the first time; a lab keeps its id until it is destroyed. */
    public static LabId of(String lab, Path workspace) {
        return new LabId(lab, hash(place(workspace)));
    }

    /**
     * Ids that a lab of this workspace can have, the usual one first. A lab that was moved away from there keeps its
     * id, so the next one at that path takes the next id.
     */
    public static List<LabId> allOf(String lab, Path workspace) {
        String place = place(workspace);
        return Stream.concat(Stream.of(of(lab, workspace)), IntStream.rangeClosed(2, AT_ONE_PATH)
                .mapToObj(count -> new LabId(lab, hash(place + "/" + count)))).toList();
    }

    private static String place(Path workspace) {
        return RealPath.of(workspace) + ThisHost.here().id();
    }

    /** @param id as {@link #toString()} wrote it */
    public static LabId parse(String id) {
        Matcher parts = WHOLE.matcher(id);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'%s' is no lab's id".formatted(id));
        }
        return new LabId(parts.group(1), parts.group(2));
    }

    /** As {@link #toString()} wrote it; empty for all else. */
    public static Optional<LabId> parsed(String id) {
        try {
            return Optional.of(parse(id));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Labs that something of this name can be of, the shortest id first: in {@code hl-kurs-202610-3fa9c1-node1} the
     * name of the lab may be kurs, or kurs-202610.
     */
    public static List<LabId> candidates(String name) {
        return HASH_INSIDE.matcher(name).results().map(hash -> parsed(name.substring(0, hash.end())))
                .flatMap(Optional::stream).toList();
    }

    /** Whether it is called by this id, or by that and a name behind it. */
    public boolean isIn(String name) {
        return name.equals(toString()) || name.startsWith(this + "-");
    }

    private static String hash(String text) {
        return ShortHash.of(text, 3);
    }

    /**
     * The name of a machine, unique on this host (with an empty name: what all of them begin with), for example
     * {@code hl-first-cluster-3fa9c1-node1}.
     */
    public String machine(String name) {
        if (!name.isEmpty()) {
            label(name);
        }
        return this + "-" + name;
    }

    /** The name of a network interface of the host, of which Linux takes 15 characters at most. */
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
