package org.hybridlab.diagnose;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Os;

/**
 * Something that was read while looking for causes, with what may be secret in it.
 *
 * @param place the machine's name, {@code cluster} or {@code host}
 * @param origin what was read there: a unit, a file, a kind of object
 * @param os of the machine; empty where it is none
 */
public record Evidence(EvidenceKind kind, String place, String origin, Optional<Os> os, List<String> lines) {
    /** Where the API server's objects are that belong to no node. */
    public static final String CLUSTER = "cluster";
    /** This host. */
    public static final String HOST = "host";

    public Evidence {
        lines = List.copyOf(lines);
    }

    /** Of no machine. */
    public static Evidence of(EvidenceKind kind, String place, String origin, List<String> lines) {
        return new Evidence(kind, place, origin, Optional.empty(), lines);
    }

    /** Without the lines that were read there before. */
    public Evidence without(List<Evidence> before) {
        Set<String> known = before.stream().filter(other -> other.kind == kind && other.place.equals(place)
                && other.origin.equals(origin)).flatMap(other -> other.lines.stream()).collect(Collectors.toSet());
        return new Evidence(kind, place, origin, os, lines.stream().filter(line -> !known.contains(line)).toList());
    }
}
