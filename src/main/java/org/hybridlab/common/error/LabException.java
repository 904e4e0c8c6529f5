package org.hybridlab.common.error;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A failure for its reader to act on. {@code id} is stable, lower case with dashes, with an entry in
 * docs/reference/failures.md. {@code what} says what happened to which machine, {@code advice} what to do.
 */
public final class LabException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String id;
    private final String what;
    private final String why;
    private final String advice;
    private final ExitCode exitCode;
    private final String place;

    private LabException(String id, String what, String why, String advice, ExitCode exitCode, Throwable cause) {
        this(id, what, why, advice, exitCode, null, cause);
    }

    private LabException(String id, String what, String why, String advice, ExitCode exitCode, String place,
                         Throwable cause) {
        super(what, cause);
        this.id = id;
        this.what = what;
        this.why = why;
        this.advice = advice;
        this.exitCode = exitCode;
        this.place = place;
    }

    /** A step or a check failed (exit 1). */
    public static LabException labFailed(String id, String what, String advice) {
        return new LabException(id, what, null, advice, ExitCode.LAB_FAILED, null);
    }

    /** The lab file or the call is wrong (exit 2). */
    public static LabException invalid(String id, String what, String advice) {
        return new LabException(id, what, null, advice, ExitCode.INVALID, null);
    }

    /** The host lacks something (exit 3). */
    public static LabException hostNotReady(String id, String what, String advice) {
        return new LabException(id, what, null, advice, ExitCode.HOST_NOT_READY, null);
    }

    /** Something could not be judged (exit 5). */
    public static LabException notJudged(String id, String what, String advice) {
        return new LabException(id, what, null, advice, ExitCode.NOT_JUDGED, null);
    }

    /** A bug of hybridlab (exit 4). */
    public static LabException bug(String what, Throwable cause) {
        return new LabException("bug", what, String.valueOf(cause), "Please report it with the log and the lab file.",
                ExitCode.BUG, cause);
    }

    /** Interrupted by the user (exit 130). */
    public static LabException interrupted(String what) {
        return new LabException("interrupted", what, null, "Run the same command again to go on.",
                ExitCode.INTERRUPTED, null);
    }

    /** The result of a look; empty, meaning unknown, if it fails. Interruptions are thrown. */
    public static <T> Optional<T> known(Supplier<T> look) {
        try {
            return Optional.of(look.get());
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** Adds the reason: the output of a command, or the last value seen. */
    public LabException because(String reason) {
        return new LabException(id, what, reason, advice, exitCode, place, getCause());
    }

    public LabException causedBy(Throwable cause) {
        return new LabException(id, what, why, advice, exitCode, place, cause);
    }

    /** Adds the place: a file with line and column, or a step. */
    public LabException at(String where) {
        return new LabException(id, what, why, advice, exitCode, where, getCause());
    }

    public String id() {
        return id;
    }

    public String what() {
        return what;
    }

    public Optional<String> why() {
        return Optional.ofNullable(why);
    }

    public String advice() {
        return advice;
    }

    public Optional<String> place() {
        return Optional.ofNullable(place);
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    /** An interruption must not be swallowed by a probe or a retry. */
    public boolean isInterruption() {
        return exitCode == ExitCode.INTERRUPTED;
    }
}
