package org.hybridlab.terminal;

import java.time.Duration;

/**
 * Progress, and the time left.
 *
 * @param share from 0 to 0.99
 * @param late longer than usual, so that the time left is unknown
 */
record Estimate(double share, Duration left, boolean late) {
    private static final double MOST = 0.99;
    private static final int CELLS = 10;

    Estimate {
        share = Math.min(MOST, Math.max(0, share));
    }

    int percent() {
        return (int) Math.floor(share * 100 + 1e-9);
    }

    /** {@code [####------] 45 %, about 6 min left}. */
    String text() {
        return bar() + " " + message();
    }

    /** {@code 45 %, about 6 min left}. */
    String message() {
        return percent() + " %, " + (late ? "longer than usual" : timeLeft());
    }

    private String bar() {
        int full = percent() * CELLS / 100;
        return "[" + "#".repeat(full) + "-".repeat(CELLS - full) + "]";
    }

    /** Rounded to the estimate's precision. */
    private String timeLeft() {
        long seconds = left.toSeconds();
        if (seconds < 10) {
            return "a few seconds left";
        }
        return seconds <= 55 ? "about %d s left".formatted((seconds + 4) / 5 * 5)
                : "about %d min left".formatted((seconds + 59) / 60);
    }
}
