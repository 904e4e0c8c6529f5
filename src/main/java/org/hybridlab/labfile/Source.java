package org.hybridlab.labfile;

import java.nio.file.Path;
import java.util.List;

/** The text of a lab file and its lines. */
record Source(Path file, String text, List<String> lines) {
    Source(Path file, String text) {
        // The line breaks that SnakeYAML counts; Windows' two characters are one.
        this(file, text, List.of(text.split("\r\n|[\n\r\u0085\u2028\u2029]", -1)));
    }

    /** @param line from 1; the empty text if there is no such line */
    String snippet(int line, int column) {
        return line > lines.size() ? "" : Snippet.of(lines.get(line - 1), column);
    }
}
