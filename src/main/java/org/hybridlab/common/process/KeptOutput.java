package org.hybridlab.common.process;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * A child's output. Passes on complete lines, and keeps the text, or its beginning and end if it is long. Drops empty
 * lines, unless it is verbatim.
 */
final class KeptOutput extends OutputStream {
    private static final int USUAL = 16 << 20;

    private final Consumer<String> lines;
    private final boolean verbatim;
    private final int most;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder head = new StringBuilder();
    private final Deque<String> tail = new ArrayDeque<>();
    private long inTail;
    private long leftOut;
    private boolean headIsFull;
    private int last;

    KeptOutput(Consumer<String> lines, boolean verbatim) {
        this(lines, verbatim, USUAL);
    }

    /**
     * @param verbatim whether to keep empty lines and line ends
     * @param most characters to keep of the beginning, and of the end; longer lines are cut in two
     */
    KeptOutput(Consumer<String> lines, boolean verbatim, int most) {
        this.lines = lines;
        this.verbatim = verbatim;
        this.most = most;
    }

    /** Copies whole lines at once, since file lists have millions of bytes. */
    @Override
    public void write(byte[] bytes, int offset, int length) {
        int from = offset;
        int end = offset + length;
        while (from < end) {
            int to = from;
            int most = Math.min(end, from + this.most - line.size());
            while (to < most && bytes[to] != '\r' && bytes[to] != '\n') {
                to++;
            }
            if (to > from) {
                line.write(bytes, from, to - from);
                last = bytes[to - 1];
                if (line.size() >= this.most) {
                    end("");
                }
            } else {
                write(bytes[to++]);
            }
            from = to;
        }
    }

    @Override
    public void write(int one) {
        int before = last;
        last = one;
        if (one == '\r' || one == '\n' && before != '\r' && (verbatim || before != '\n')) {
            end(Character.toString(one));
        } else if (one != '\n') {
            line.write(one);
            if (line.size() >= most) {
                end("");
            }
        } else if (verbatim) {
            keep("\n");
        }
    }

    /** The last line may have no end, and nobody flushes before. */
    @Override
    public void flush() {
        if (line.size() > 0) {
            end("");
        }
    }

    /** @param by the line end; empty if there is none */
    private void end(String by) {
        String text = line.toString(Charset.defaultCharset());
        line.reset();
        keep(text + (verbatim ? by : "\n"));
        lines.accept(text);
    }

    private synchronized void keep(String text) {
        headIsFull |= head.length() + text.length() > most;
        if (!headIsFull) {
            head.append(text);
            return;
        }
        tail.add(text);
        inTail += text.length();
        while (inTail > most && tail.size() > 1) {
            int oldest = tail.remove().length();
            inTail -= oldest;
            leftOut += oldest;
        }
    }

    synchronized String text() {
        if (!headIsFull) {
            return head.toString();
        }
        StringBuilder all = new StringBuilder(head);
        if (leftOut > 0) {
            all.append("[... %d characters omitted here ...]\n".formatted(leftOut));
        }
        tail.forEach(all::append);
        return all.toString();
    }
}
