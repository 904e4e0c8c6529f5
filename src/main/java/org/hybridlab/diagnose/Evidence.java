package org.hybridlab.diagnose;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Os;

/**
 * What was read while looking for causes. May hold secrets.
 *
 * @param place a machine's name, {@code cluster} or {@code host}
 * @param origin a unit, a file, or a kind of object
 * @param os of the machine; otherwise empty
 */
public record Evidence(EvidenceKind kind, String place, String origin, Optional<Os> os, List<String> lines) {
    public static final String CLUSTER = "cluster";
    public static final String HOST = "host";

    public Evidence {
        lines = List.copyOf(lines);
    }

    public static Evidence of(EvidenceKind kind, String place, String origin, List<String> lines) {
        return new Evidence(kind, place, origin, Optional.empty(), lines);
    }

    public Evidence without(List<Evidence> before) {
        Set<String> known = before.stream().filter(other -> other.kind == kind && other.place.equals(place)
                && other.origin.equals(origin)).flatMap(other -> other.lines.stream()).collect(Collectors.toSet());
        return new Evidence(kind, place, origin, os, lines.stream().filter(line -> !known.contains(line)).toList());
    }
}
