package org.hybridlab.config.rules.core;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where in a lab something is, for example {@code machines/2/memory}: keys as lab files write them, and the numbers
 * of machines, apps and checks as {@code Lab} counts them, from 0. The reader knows which line that
 * came from, be it a default's.
 */
public record Place(String path) {
    public static Place of(Object... steps) {
        return new Place(Arrays.stream(steps).map(Object::toString).collect(Collectors.joining("/")));
    }

    public static Place machine(int number, String key) {
        return of("machines", number, key);
    }

    public static Place network(String key) {
        return of("network", key);
    }

    /** The place around this one; empty for a lab's top-level keys. */
    public Optional<Place> parent() {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? Optional.empty() : Optional.of(new Place(path.substring(0, slash)));
    }
}
