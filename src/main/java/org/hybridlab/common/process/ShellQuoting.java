package org.hybridlab.common.process;

import java.util.regex.Pattern;

/** POSIX shell quoting of single words. */
public final class ShellQuoting {
    /** Not so harmless in first place: {@code NAME=value} would be an assignment. */
    private static final Pattern HARMLESS = Pattern.compile("(?![A-Za-z_][A-Za-z0-9_]*=)[A-Za-z0-9_@%+=:,./-]+");

    private ShellQuoting() {
    }

    /** The word as it is if it is harmless, else between single quotes. */
    public static String quote(String word) {
        return HARMLESS.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
