package org.hybridlab.plan;

import java.time.Duration;
import java.util.Set;

/**
 * When a failed step is tried again.
 *
 * @param attempts in all, at least 1
 * @param pause before the next attempt
 * @param on ids of {@link org.hybridlab.failure.LabException} that are worth another attempt; empty: all of them
 */
public record Retry(int attempts, Duration pause, Set<String> on) {
    public static final Retry NEVER = new Retry(1, Duration.ZERO, Set.of());

    public Retry {
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts must be at least 1, not " + attempts);
        }
        on = Set.copyOf(on);
    }

    public static Retry times(int attempts, Duration pause, String... ids) {
        return new Retry(attempts, pause, Set.of(ids));
    }

    public boolean worthAnother(int attempt, String failureId) {
        return attempt < attempts && (on.isEmpty() || on.contains(failureId));
    }
}
