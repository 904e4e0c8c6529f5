package org.hybridlab.common.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

import freemarker.core.Environment;
import freemarker.core.TemplateProcessingTracer;
import freemarker.template.Template;

/** Maps rendered text to lines of its template. */
final class TextOrigins implements TemplateProcessingTracer {
    /** The template's part for text from a character on. */
    private record Piece(int line, int column, int endLine, boolean verbatim) {
    }

    private final TemplateProcessingTracer watch;
    private final Template template;
    private final CharSequence text;
    private final NavigableMap<Integer, Piece> pieces = new TreeMap<>();
    /** Starts of the text's lines, once it is complete. */
    private final List<Integer> starts = new ArrayList<>();

    /** @param text grows while the template is rendered */
    TextOrigins(TemplateProcessingTracer watch, Template template, CharSequence text) {
        this.watch = watch;
        this.template = template;
        this.text = text;
    }

    @Override
    public void enterElement(Environment environment, TracedElement element) {
        watch.enterElement(environment, element);
        // Text of an included template belongs to the line that includes it.
        if (!element.isLeaf() || element.getTemplate() != template) {
            return;
        }
        pieces.put(text.length(), new Piece(element.getBeginLine(), element.getBeginColumn(), element.getEndLine(),
                element.getDescription().startsWith("text ")));
    }

    @Override
    public void exitElement(Environment environment, TracedElement element) {
        // Where a piece ends, the next one begins.
    }

    /** Line and column in the template, from 1. */
    int[] of(int line, int column) {
        if (starts.isEmpty()) {
            starts.add(0);
            IntStream.range(0, text.length()).filter(i -> text.charAt(i) == '\n').forEach(i -> starts.add(i + 1));
        }
        int offset = Math.min(starts.get(Math.min(line, starts.size()) - 1) + column - 1, text.length());
        Map.Entry<Integer, Piece> found = pieces.floorEntry(offset);
        if (found == null) {
            return new int[] {1, 1};
        }
        Piece piece = found.getValue();
        if (!piece.verbatim()) {
            return new int[] {piece.line(), piece.column()};
        }
        int lines = lineOf(offset) - lineOf(found.getKey());
        return new int[] {Math.min(piece.line() + lines, piece.endLine()), lines == 0
                ? piece.column() + offset - found.getKey() : offset - starts.get(lineOf(offset)) + 1};
    }

    private int lineOf(int offset) {
        int found = Collections.binarySearch(starts, offset);
        return found >= 0 ? found : -found - 2;
    }
}
