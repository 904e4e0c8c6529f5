package org.hybridlab.host;

import java.time.Duration;
import java.util.Locale;

import org.hybridlab.failure.LabException;
import org.hybridlab.process.Cancellation;
import org.hybridlab.process.Processes;
import org.hybridlab.process.Result;

/**
 * What a daemon said when asked.
 *
 * @param words its version, or the client's complaint
 */
record DaemonAnswer(Kind kind, String words) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** {@code REFUSES}: it runs, but does not let this user in. */
    enum Kind { ANSWERS, REFUSES, SILENT }

    static DaemonAnswer of(Daemon daemon, Processes processes) {
        try {
            Result result = processes.run(daemon.question().timeout(PATIENCE), new Cancellation());
            String words = (result.stdout() + result.stderr()).strip();
            if (result.ok()) {
                return new DaemonAnswer(Kind.ANSWERS, words);
            }
            boolean refuses = words.toLowerCase(Locale.ROOT).contains("permission denied");
            return new DaemonAnswer(refuses ? Kind.REFUSES : Kind.SILENT, words);
        } catch (LabException e) {
            return new DaemonAnswer(Kind.SILENT, e.what());
        }
    }

    boolean isRunning() {
        return kind != Kind.SILENT;
    }
}
