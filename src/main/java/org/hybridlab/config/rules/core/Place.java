package org.hybridlab.config.rules.core;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A place in a lab, for example {@code machines/2/memory}: keys of lab files, and numbers of machines, apps and checks
 * from 0. The reader maps it to a line, which may be a default's.
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

    public Optional<Place> parent() {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? Optional.empty() : Optional.of(new Place(path.substring(0, slash)));
    }
}
