package org.hybridlab.host;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;

/**
 * A daemon's answer.
 *
 * @param message its version, or the client's error
 */
record DaemonAnswer(Kind kind, String message) {
    private static final int LONGEST_LINE = 400;

    /** Errors of docker's and libvirt's clients if the socket is missing, or nothing listens. */
    private static final Pattern SILENCE = Pattern.compile("cannot connect to the docker daemon(?! at (?!unix|npipe))"
            + "|failed to connect to the docker api(?! at (?!unix|npipe))|//\\./pipe/"
            + "|failed to connect socket|libvirt-sock");
    /** A socket of Docker Desktop, rootless docker or podman. */
    private static final Pattern OTHER_SOCKET = Pattern.compile("unix://(?!(?:/var)?/run/docker\\.sock(?![\\w/-]))/");

    /**
     * {@code REFUSES}: it does not let this user in. {@code LACKS_BUS}: it lets only root in, since polkit needs a
     * system bus. {@code SILENT}: it does not run here. {@code ELSEWHERE}: the client uses another socket. {@code
     * HANGS}: no answer in time. {@code FAILS}: another error of the client.
     */
    enum Kind { ANSWERS, REFUSES, LACKS_BUS, SILENT, ELSEWHERE, HANGS, FAILS }

    static DaemonAnswer of(Daemon daemon, Processes processes) {
        return of(daemon, processes, HostPrograms.PATIENCE);
    }

    /** @param patience time limit of the answer */
    static DaemonAnswer of(Daemon daemon, Processes processes, Duration patience) {
        try {
            Result result = processes.run(daemon.question().timeout(patience), new Cancellation());
            String message = (result.stdout() + result.stderr()).strip();
            if (result.ok()) {
                return new DaemonAnswer(Kind.ANSWERS, message);
            }
            return new DaemonAnswer(complaint(message.toLowerCase(Locale.ROOT)), message);
        } catch (LabException e) {
            return e.id().equals("timed-out")
                    ? new DaemonAnswer(Kind.HANGS, "did not answer within %d s".formatted(patience.toSeconds()))
                    : new DaemonAnswer(Kind.FAILS, e.what());
        }
    }

    /** Messages of docker's client and of libvirt's (src/util/virpolkit.c, src/rpc/virnetclient.c). */
    private static Kind complaint(String message) {
        if (message.contains("system bus")) {
            return Kind.LACKS_BUS;
        }
        if (OTHER_SOCKET.matcher(message).find()) {
            return Kind.ELSEWHERE;
        }
        // A client over ssh repeats the error of ssh.
        if (message.contains("permission denied") && !message.contains("command [ssh")
                || message.contains("no polkit agent") || message.contains("access denied by policy")) {
            return Kind.REFUSES;
        }
        return SILENCE.matcher(message).find() ? Kind.SILENT : Kind.FAILS;
    }

    /** Whether it certainly runs, even if it refuses this user. */
    boolean isRunning() {
        return kind == Kind.ANSWERS || kind == Kind.REFUSES || kind == Kind.LACKS_BUS;
    }

    String line() {
        String line = message.replaceAll("\\s+", " ");
        return line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + " ..." : line;
    }
}
