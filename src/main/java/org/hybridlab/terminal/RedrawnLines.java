package org.hybridlab.terminal;

import java.io.PrintWriter;
import java.util.List;

/**
 * Repainted lines. Each is overwritten and its rest cleared in one write, so that nothing flickers. Long lines are cut,
 * and lines beyond the screen are dropped.
 */
public final class RedrawnLines {
    private static final String UP = "\u001b[%dA";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_TO_END = "\u001b[J";

    private final PrintWriter out;
    private int painted;

    public RedrawnLines(PrintWriter out) {
        this.out = out;
    }

    /** @param screen its present size */
    public void paint(List<String> lines, Screen screen) {
        StringBuilder frame = new StringBuilder();
        if (painted > 0) {
            frame.append(UP.formatted(painted));
        }
        frame.append('\r');
        List<String> shown = lines.subList(0, Math.min(lines.size(), Math.max(1, screen.rows() - 1)));
        shown.forEach(line -> frame.append(cut(TerminalText.shown(line), screen.columns())).append(CLEAR_LINE)
                .append('\n'));
        frame.append(CLEAR_TO_END);
        painted = shown.size();
        if (out instanceof TerminalWriter terminal) {
            terminal.paint(frame);
        } else {
            out.print(frame);
        }
        out.flush();
    }

    /** Colour sequences have no width. A cut keeps the last one, which resets the colour. */
    static String cut(String line, int columns) {
        StringBuilder kept = new StringBuilder();
        int width = 0;
        for (int at = 0; at < line.length(); at++) {
            if (line.charAt(at) == '\u001b') {
                int end = line.indexOf('m', at);
                kept.append(line, at, end < 0 ? line.length() : end + 1);
                at = end < 0 ? line.length() : end;
            } else if (width++ < columns) {
                kept.append(line.charAt(at));
            }
        }
        return kept.toString();
    }
}
