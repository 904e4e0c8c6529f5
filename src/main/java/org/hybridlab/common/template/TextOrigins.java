package org.hybridlab.common.template;

import java.util.ArrayList;
import java.util.List;

import freemarker.core.Environment;
import freemarker.core.TemplateProcessingTracer;
import freemarker.template.Template;

/** Remembers, while a template is rendered, which of its lines every part of the text came from. */
final class TextOrigins implements TemplateProcessingTracer {
    /** What the template wrote from that character of the text on. */
    private record Piece(int start, int line, int column, int endLine, boolean verbatim) {
    }

    private final Template template;
    private final CharSequence text;
    private final List<Piece> pieces = new ArrayList<>();

    /** @param text that grows while the template is rendered */
    TextOrigins(Template template, CharSequence text) {
        this.template = template;
        this.text = text;
    }

    @Override
    public void enterElement(Environment environment, TracedElement element) {
        // What an included template writes comes from the line that includes it.
        if (!element.isLeaf() || element.getTemplate() != template) {
            return;
        }
        if (!pieces.isEmpty() && pieces.get(pieces.size() - 1).start() == text.length()) {
            pieces.remove(pieces.size() - 1);
        }
        pieces.add(new Piece(text.length(), element.getBeginLine(), element.getBeginColumn(), element.getEndLine(),
                element.getDescription().startsWith("text ")));
    }

    @Override
    public void exitElement(Environment environment, TracedElement element) {
        // Where a piece ends, the next one begins.
    }

    /** Line and column in the template, both from 1, of a character of the text. */
    int[] of(int offset) {
        Piece piece = pieces.stream().takeWhile(one -> one.start() <= offset).reduce((first, second) -> second)
                .orElse(new Piece(0, 1, 1, 1, false));
        if (!piece.verbatim()) {
            return new int[] {piece.line(), piece.column()};
        }
        int line = piece.line();
        int column = piece.column();
        for (int i = piece.start(); i < Math.min(offset, text.length()); i++) {
            boolean newLine = text.charAt(i) == '\n';
            line += newLine ? 1 : 0;
            column = newLine ? 1 : column + 1;
        }
        return new int[] {Math.min(line, piece.endLine()), column};
    }
}
