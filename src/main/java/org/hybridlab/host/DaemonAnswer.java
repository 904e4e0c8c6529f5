package org.hybridlab.host;

import java.time.Duration;
import java.util.Locale;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;

/**
 * What a daemon said when asked.
 *
 * @param message its version, or the client's complaint
 */
record DaemonAnswer(Kind kind, String message) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /**
     * {@code REFUSES}: it runs, but does not let this user in. {@code LACKS_BUS}: it runs, but lets nobody but root in,
     * because it asks polkit, which nobody reaches without a system bus.
     */
    enum Kind { ANSWERS, REFUSES, LACKS_BUS, SILENT }

    static DaemonAnswer of(Daemon daemon, Processes processes) {
        try {
            Result result = processes.run(daemon.question().timeout(PATIENCE), new Cancellation());
            String message = (result.stdout() + result.stderr()).strip();
            if (result.ok()) {
                return new DaemonAnswer(Kind.ANSWERS, message);
            }
            return new DaemonAnswer(complaint(message.toLowerCase(Locale.ROOT)), message);
        } catch (LabException e) {
            return new DaemonAnswer(Kind.SILENT, e.what());
        }
    }

    /** The messages of docker's client, and of libvirt's (src/util/virpolkit.c, src/rpc/virnetclient.c). */
    private static Kind complaint(String message) {
        if (message.contains("system bus")) {
            return Kind.LACKS_BUS;
        }
        return message.contains("permission denied") || message.contains("no polkit agent")
                || message.contains("access denied by policy") ? Kind.REFUSES : Kind.SILENT;
    }

    boolean isRunning() {
        return kind != Kind.SILENT;
    }
}
