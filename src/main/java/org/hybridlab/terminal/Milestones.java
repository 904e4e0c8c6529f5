package org.hybridlab.terminal;

import java.time.Duration;
import java.time.Instant;

/** When progress is worth a line of its own in a log: each tenth, but not often. Belongs to one thread. */
final class Milestones {
    private static final int TENTH = 10;
    private static final Duration SELDOM = Duration.ofSeconds(10);

    private Instant lastAt;
    private int lastTenth;

    /** The first question starts the clock. */
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
