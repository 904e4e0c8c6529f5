package org.hybridlab.common.process;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** POSIX shell quoting of single words. */
public final class ShellQuoting {
    /** Excludes {@code NAME=value}, an assignment in first place. */
    private static final Pattern HARMLESS = Pattern.compile("(?![A-Za-z_][A-Za-z0-9_]*=)[A-Za-z0-9_@%+=:,./-]+");

    /** Part of a word: in single quotes, one character after a backslash, or plain. */
    private static final Pattern PART = Pattern.compile("'([^']*)'|\\\\(.)|([^\\s'\"\\\\|;&<>`$()]+)",
            Pattern.DOTALL);
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private ShellQuoting() {
    }

    public static String quote(String word) {
        return HARMLESS.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * The reverse of {@link #quote}.
     *
     * @throws IllegalArgumentException for other shell syntax
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
