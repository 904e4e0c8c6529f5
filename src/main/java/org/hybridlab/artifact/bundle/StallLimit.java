package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.time.Duration;

/**
 * When a download counts as stalled: a server that sends a byte now and then is as good as none.
 *
 * @param within in this time
 * @param bytes fewer than these came
 */
record StallLimit(Duration within, long bytes) {
    /** A kilobyte a second. */
    static final StallLimit USUAL = new StallLimit(Duration.ofSeconds(60), 60_000);

    Watch watch(long from) {
        return new Watch(this, from);
    }

    /** One download, looked at now and then. */
    static final class Watch {
        private final StallLimit stall;
        private long since = System.nanoTime();
        private long before;

        private Watch(StallLimit stall, long from) {
            this.stall = stall;
            this.before = from;
        }

        /** @throws IOException if it has stalled */
        void look(long length) throws IOException {
            if (length - before >= stall.bytes) {
                since = System.nanoTime();
                before = length;
            } else if (System.nanoTime() - since > stall.within.toNanos()) {
                throw new IOException("%d bytes came in %d s".formatted(length - before, stall.within.toSeconds()));
            }
        }
    }
}
