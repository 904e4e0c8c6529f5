package org.hybridlab.terminal;

import java.time.Duration;
import java.util.regex.Pattern;

/** Text and times as a terminal may show them. */
final class Printable {
    /** Sequences that move the cursor or change colours: machines send them, and the display is ours. */
    private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-9;?]*[ -/]*[@-~]|\u001b[@-_]|\\p{Cntrl}");

    private Printable() {
    }

    static String text(String line) {
        return ESCAPES.matcher(line.replace('\t', ' ')).replaceAll("").strip();
    }

    /** {@code 8 s}, {@code 2 min 05 s}. */
    static String duration(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        return seconds < 60 ? seconds + " s" : "%d min %02d s".formatted(seconds / 60, seconds % 60);
    }

    /** The first characters, with a mark where some are missing. */
    static String cut(String line, int width) {
        int length = line.codePointCount(0, line.length());
        return length <= width ? line : line.substring(0, line.offsetByCodePoints(0, Math.max(0, width - 3))) + "...";
    }
}
