package org.hybridlab.provision.context;

import java.time.Duration;

import org.hybridlab.artifact.bundle.Fetching;

/** Shows two downloads, one after the other, as one task. */
public final class TwoPartProgress {
    private final Fetching whole;
    private final Duration usualSecond;
    private volatile Duration first = Duration.ZERO;

    /** @param usualSecond estimate for the second one, until it begins */
    public TwoPartProgress(Fetching whole, Duration usualSecond) {
        this.whole = whole;
        this.usualSecond = usualSecond;
    }

    public Fetching first() {
        return whole.reporting(part -> {
            first = part.total();
            whole.progress().accept(part.within(Duration.ZERO, usualSecond));
        });
    }

    public Fetching second() {
        return whole.reporting(part -> whole.progress().accept(part.within(first, Duration.ZERO)));
    }
}
