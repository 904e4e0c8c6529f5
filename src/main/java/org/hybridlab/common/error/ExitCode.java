package org.hybridlab.common.error;

import java.util.ArrayList;
import java.util.List;

/** Exit codes of the process. Nightly jobs depend on these numbers. */
public enum ExitCode {
    OK(0, "All is well."),
    LAB_FAILED(1, "The lab failed: a step, a check, or a command in a machine."),
    INVALID(2, "The lab file or the call is wrong."),
    HOST_NOT_READY(3, "The host is not ready: something is missing, full or in use."),
    BUG(4, "A bug of hybridlab; the message names the file to report it with."),
    NOT_JUDGED(5, "Nothing failed, but something could not be judged."),
    /** As shells do for SIGINT. */
    INTERRUPTED(130, "You interrupted it; the same call goes on from there.");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    public String meaning() {
        return meaning;
    }

    public static List<String> table() {
        List<String> rows = new ArrayList<>();
        for (ExitCode code : values()) {
            // Not formatted: loading Formatter takes 12 ms of the first help page.
            rows.add("  " + code.number + " ".repeat(5 - Integer.toString(code.number).length()) + code.meaning);
        }
        return rows;
    }
}
