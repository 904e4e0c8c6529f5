package org.hybridlab.check.core;

import java.time.Duration;

/**
 * How long checks wait.
 *
 * @param within how long a look may take to become good
 * @param stable for how long a system pod must not have restarted
 * @param answer how long one request may take
 * @param connect how long a connection may take at first; a second one may take as long as an answer. TCP sends a
 *                packet that was lost again only after 1 s, so that a new connection is quicker
 * @param every pause between two looks
 * @param together how many checks look at the same time
 * @param patience how many times longer the checks of a lab file may take than the file says
 */
public record CheckTimeouts(Duration within, Duration stable, Duration answer, Duration connect,
        Duration every, int together, int patience) {
    /**
     * Containers, and machines with hardware virtualisation. A ReplicaSet whose pods were refused tries again after up
     * to 41 s, then its pod has to start. What waiting cannot cure ends earlier, by its cause.
     */
    public static final CheckTimeouts NATIVE = new CheckTimeouts(Duration.ofSeconds(75), Duration.ofSeconds(15),
            Duration.ofSeconds(3), Duration.ofMillis(500), Duration.ofMillis(250), Integer.MAX_VALUE, 1);

    /**
     * Machines that QEMU emulates: system pods were Ready five minutes after the nodes, NodePort rules a minute later
     * still. One command in a pod took 104 s while three checks sent theirs again
     * and again, each of which goes on in the machine when nobody waits for it any more: so one check at a time.
     */
    public static final CheckTimeouts EMULATED = new CheckTimeouts(Duration.ofMinutes(12), Duration.ofSeconds(90),
            Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(15), 1, 16);

    /** {@link #connect} as curl takes it, for example {@code 0.500}. */
    public String connectSeconds() {
        return "%d.%03d".formatted(connect.toSeconds(), connect.toMillisPart());
    }
}
