package org.hybridlab.engine;

import java.time.Duration;
import java.util.Map;

/**
 * @param threads how many steps may run at once
 * @param permits number per name; unlisted names have one
 * @param lookTimeout of one probe, which is then unknown
 * @param grace of a task between ask, force and give up; longer than the 20 s that {@link
 * org.hybridlab.common.process.LocalProcesses} gives to a child after INT
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
