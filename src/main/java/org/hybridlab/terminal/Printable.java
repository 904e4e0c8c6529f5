package org.hybridlab.terminal;

import java.time.Duration;

final class Printable {
    private Printable() {
    }

    static String text(String line) {
        return TerminalText.plain(line);
    }

    /** {@code 8 s}, {@code 2 min 05 s}. */
    static String duration(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        return seconds < 60 ? seconds + " s" : "%d min %02d s".formatted(seconds / 60, seconds % 60);
    }

    static String cut(String line, int width) {
        int length = line.codePointCount(0, line.length());
        return length <= width ? line : line.substring(0, line.offsetByCodePoints(0, Math.max(0, width - 3))) + "...";
    }
}
