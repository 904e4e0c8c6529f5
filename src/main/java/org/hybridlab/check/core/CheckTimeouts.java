package org.hybridlab.check.core;

import java.time.Duration;

/**
 * Time limits of checks.
 *
 * @param within for a look to become good
 * @param stable time without a restart of a system pod
 * @param connect first limit of a connection; a second try may take as long as an answer. TCP resends a lost packet
 * after 1 s, so that a new connection is faster
 * @param together checks that look at once
 * @param patience factor for checks of a lab file
 */
public record CheckTimeouts(Duration within, Duration stable, Duration answer, Duration connect,
        Duration every, int together, int patience) {
    /** Containers, and machines with hardware virtualisation. What waiting cannot cure ends earlier. */
    public static final CheckTimeouts NATIVE = new CheckTimeouts(Duration.ofSeconds(100), Duration.ofSeconds(15),
            Duration.ofSeconds(3), Duration.ofMillis(500), Duration.ofMillis(250), Integer.MAX_VALUE, 1);

    /**
     * Emulated machines: system pods were Ready five minutes after nodes, and NodePort rules a minute later. One
     * command in a pod took 104 s while three checks repeated theirs, which continue after their time limit. So one
     * check at a time.
     */
    public static final CheckTimeouts EMULATED = new CheckTimeouts(Duration.ofMinutes(12), Duration.ofSeconds(90),
            Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(15), 1, 16);

    /** {@link #connect} for curl, for example {@code 0.500}. */
    public String connectSeconds() {
        return "%d.%03d".formatted(connect.toSeconds(), connect.toMillisPart());
    }
}
