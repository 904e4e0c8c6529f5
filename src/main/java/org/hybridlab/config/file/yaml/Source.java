package org.hybridlab.config.file.yaml;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A lab file's text and lines.
 *
 * @param lines in code points, for quick access to long lines
 */
public record Source(Path file, String text, List<int[]> lines) {
    public Source(Path file, String text) {
        // SnakeYAML's line breaks. Windows' two characters are one.
        this(file, text, Stream.of(text.split("\r\n|[\n\r\u0085\u2028\u2029]", -1))
                .map(line -> line.codePoints().toArray()).toList());
    }

    /** @param line from 1; no such line gives an empty text */
    public String snippet(int line, int column) {
        return line > lines.size() ? "" : Snippet.of(lines.get(line - 1), column);
    }

    /** One line with a caret below a character. */
    private static final class Snippet {
        private static final int WIDTH = 100;

        private Snippet() {
        }

        /** @param column in code points, from 1 */
        static String of(int[] line, int column) {
            int from = Math.max(0, Math.min(column - WIDTH / 2, line.length - WIDTH));
            int[] shown = Arrays.stream(line, from, Math.min(line.length, from + WIDTH)).map(Snippet::visible)
                    .toArray();
            return new String(shown, 0, shown.length) + "\n" + " ".repeat(Math.max(0, column - 1 - from)) + "^";
        }

        /** Control characters would move the caret or change the terminal. */
        private static int visible(int character) {
            if (character == '\t') {
                return ' ';
            }
            int type = Character.getType(character);
            return type == Character.CONTROL || type == Character.FORMAT ? '\ufffd' : character;
        }
    }
}
