package org.hybridlab.terminal;

import java.time.Duration;
import java.time.Instant;

/** When progress gets a log line: at each tenth, but not often. Single-threaded. */
final class Milestones {
    private static final int TENTH = 10;
    private static final Duration SELDOM = Duration.ofSeconds(10);

    private Instant lastAt;
    private int lastTenth;

    /** The first call starts the clock. */
    boolean isNews(Estimate estimate, Instant now) {
        if (lastAt == null) {
            lastAt = now;
        }
        int tenth = estimate.percent() / TENTH;
        boolean news = tenth > lastTenth && Duration.between(lastAt, now).compareTo(SELDOM) >= 0;
        if (news) {
            lastAt = now;
            lastTenth = tenth;
        }
        return news;
    }
}
