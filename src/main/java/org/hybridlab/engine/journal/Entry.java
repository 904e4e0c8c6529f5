package org.hybridlab.engine.journal;

import java.time.Duration;
import java.time.Instant;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A line of the journal. Holds ids, times and outcomes only, so no secrets. Null fields are left out.
 *
 * @param step id; null for entries about the run
 * @param attempt from 1
 * @param fingerprint of the step's inputs, on entries that decide its state
 * @param millis duration
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Entry(Instant at, String run, Kind kind, String step, Integer attempt, String fingerprint, Long millis,
             String failure) {
    public enum Kind {
        RUN_STARTED(true), STARTED(true), RETRYING(true), DONE(true), FAILED(true), INTERRUPTED(true), SKIPPED(false),
        RUN_FINISHED(true);

        private final boolean forced;

        Kind(boolean forced) {
            this.forced = forced;
        }

        /** A lost "skipped" changes no decision, and a healthy lab should not wait for thirty writes. */
        boolean forced() {
            return forced;
        }
    }

    boolean isWhole() {
        return at != null && run != null && kind != null;
    }

    public static Entry ofRun(Instant at, String run, Kind kind) {
        return new Entry(at, run, kind, null, null, null, null, null);
    }

    public static Entry ofRunFinished(Instant at, String run, Duration took, String failure) {
        return new Entry(at, run, Kind.RUN_FINISHED, null, null, null, took.toMillis(), failure);
    }

    public Entry took(Duration duration) {
        return new Entry(at, run, kind, step, attempt, fingerprint, duration.toMillis(), failure);
    }

    public Entry failedWith(String failureId) {
        return new Entry(at, run, kind, step, attempt, fingerprint, millis, failureId);
    }
}
