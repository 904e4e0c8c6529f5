package org.hybridlab.config.rules.core;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/** @param number from 0 */
public record Numbered<T>(int number, T item) {
    public static <T> List<Numbered<T>> of(List<T> items) {
        return IntStream.range(0, items.size()).mapToObj(i -> new Numbered<>(i, items.get(i))).toList();
    }

    /** Items whose key an earlier item has. */
    public static <T> List<Numbered<T>> repeated(List<T> items, Function<T, ?> key) {
        Set<Object> seen = new HashSet<>();
        return of(items).stream().filter(one -> !seen.add(key.apply(one.item()))).toList();
    }
}
