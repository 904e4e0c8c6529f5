package org.hybridlab.engine.plan;

import java.time.Duration;
import java.util.Set;

/**
 * When a failed step is tried again.
 *
 * @param attempts in all, at least 1
 * @param pause before the next attempt
 * @param on ids of {@link org.hybridlab.common.error.LabException} that are worth another attempt
 */
public record Retry(int attempts, Duration pause, Set<String> on) {
    public static final Retry NEVER = new Retry(1, Duration.ZERO, Set.of());

    public Retry {
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts must be at least 1, not " + attempts);
        }
        on = Set.copyOf(on);
        if (attempts > 1 && on.isEmpty()) {
            throw new IllegalArgumentException("another attempt needs failures that are worth it");
        }
    }

    public static Retry times(int attempts, Duration pause, String... ids) {
        return new Retry(attempts, pause, Set.of(ids));
    }

    public boolean worthAnother(int attempt, String failureId) {
        return attempt < attempts && on.contains(failureId);
    }
}
