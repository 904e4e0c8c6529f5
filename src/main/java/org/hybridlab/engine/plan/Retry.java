package org.hybridlab.engine.plan;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * When a failed step is tried again.
 *
 * @param attempts in all, at least 1
 * @param on ids of {@link org.hybridlab.common.error.LabException} to retry
 */
public record Retry(int attempts, Duration pause, Set<String> on, Optional<Retry> other) {
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

    public Retry(int attempts, Duration pause, Set<String> on) {
        this(attempts, pause, on, Optional.empty());
    }

    public static Retry times(int attempts, Duration pause, String... ids) {
        return new Retry(attempts, pause, Set.of(ids));
    }

    public Retry or(Retry further) {
        return new Retry(attempts, pause, on, Optional.of(further));
    }

    public boolean worthAnother(int attempt, String failureId) {
        Retry its = of(failureId);
        return attempt < its.attempts && its.on.contains(failureId);
    }

    public Duration pause(String failureId) {
        return of(failureId).pause;
    }

    private Retry of(String failureId) {
        return on.contains(failureId) ? this : other.map(further -> further.of(failureId)).orElse(this);
    }
}
