package org.hybridlab.common.process;

import java.time.Duration;

import org.hybridlab.common.error.LabException;

/**
 * How a command ended.
 *
 * @param exitCode of the program; 128 + signal if it was killed
 * @param stdout complete, or the beginning and the end with a note between
 */
public record Result(Command command, int exitCode, String stdout, String stderr, Duration took) {
    public boolean ok() {
        return exitCode == 0;
    }

    /** This result, or the failure {@code id} with command and output if the exit code is not 0. */
    public Result orFail(String id, String what, String advice) {
        if (ok()) {
            return this;
        }
        throw LabException.labFailed(id, what, advice).because(evidence());
    }

    /** The same for a failure of the host (exit 3). */
    public Result orHostFails(String id, String what, String advice) {
        if (ok()) {
            return this;
        }
        throw LabException.hostNotReady(id, what, advice).because(evidence());
    }

    private String evidence() {
        return "%s%nexited with %d:%n%s".formatted(command.pasteable(), exitCode, lastLines(stdout + stderr));
    }

    private static String lastLines(String output) {
        String[] lines = output.strip().split("\n");
        int from = Math.max(0, lines.length - 25);
        return String.join("\n", java.util.Arrays.copyOfRange(lines, from, lines.length));
    }
}
