package org.hybridlab.common.process;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** POSIX shell quoting of single words. */
public final class ShellQuoting {
    /** Not so harmless in first place: {@code NAME=value} would be an assignment. */
    private static final Pattern HARMLESS = Pattern.compile("(?![A-Za-z_][A-Za-z0-9_]*=)[A-Za-z0-9_@%+=:,./-]+");

    /** A part of a word: between single quotes, one character behind a backslash, or as it is. */
    private static final Pattern PART = Pattern.compile("'([^']*)'|\\\\(.)|([^\\s'\"\\\\|;&<>`$()]+)",
            Pattern.DOTALL);
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private ShellQuoting() {
    }

    /** The word as it is if it is harmless, else between single quotes. */
    public static String quote(String word) {
        return HARMLESS.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * The words of a command line: the inverse of {@link #quote}.
     *
     * @throws IllegalArgumentException if a shell would do more with it than to split it at spaces
     */
    public static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        Matcher part = PART.matcher(line);
        Matcher space = SPACE.matcher(line);
        StringBuilder word = null;
        for (int at = 0; at < line.length();) {
            if (space.region(at, line.length()).lookingAt()) {
                if (word != null) {
                    words.add(word.toString());
                }
                word = null;
                at = space.end();
            } else if (part.region(at, line.length()).lookingAt()) {
                word = word == null ? new StringBuilder() : word;
                for (int group = 1; group <= part.groupCount(); group++) {
                    word.append(part.group(group) == null ? "" : part.group(group));
                }
                at = part.end();
            } else {
                throw new IllegalArgumentException("no plain words: " + line);
            }
        }
        if (word != null) {
            words.add(word.toString());
        }
        return words;
    }
}
