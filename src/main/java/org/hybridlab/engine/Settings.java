package org.hybridlab.engine;

import java.time.Duration;
import java.util.Map;

/**
 * How the engine runs plans.
 *
 * @param threads how many steps may run at once
 * @param permits how many there are of each named permit; a name that is not listed has one
 * @param lookTimeout for one probe; later it counts as unknown
 * @param grace how long a task that was asked to end may take, before it is forced to; and then, before it is given up.
 *        Longer than the 20 s that {@link org.hybridlab.common.process.LocalProcesses} gives to a child after INT
 */
public record Settings(int threads, Map<String, Integer> permits, Duration lookTimeout, Duration grace) {
    public Settings {
        permits = Map.copyOf(permits);
        if (threads < 1 || permits.values().stream().anyMatch(count -> count < 1)) {
            throw new IllegalArgumentException("threads and permits must be at least 1: " + threads + " " + permits);
        }
    }

    public static Settings of(int threads, Map<String, Integer> permits) {
        return new Settings(threads, permits, Duration.ofSeconds(30), Duration.ofSeconds(30));
    }

    public Settings withLookTimeout(Duration timeout) {
        return new Settings(threads, permits, timeout, grace);
    }
}
