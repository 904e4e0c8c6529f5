package org.hybridlab.common.process;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * What a child writes: each line is handed out as it is complete, and the text is kept, of very much of it the
 * beginning and the end. Empty lines among others are left out, unless it is kept as it is written.
 */
final class KeptOutput extends OutputStream {
    /** Nothing that is parsed here comes near it. */
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
     * @param verbatim whether empty lines and ends of lines are kept as they are written
     * @param most about how many characters of the beginning are kept, and of the end; a longer line is cut in two
     */
    KeptOutput(Consumer<String> lines, boolean verbatim, int most) {
        this.lines = lines;
        this.verbatim = verbatim;
        this.most = most;
    }

    /** What is between two ends of lines is taken as a whole: a machine's list of files has millions of bytes. */
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

    /** A last line may lack its end; nobody flushes before. */
    @Override
    public void flush() {
        if (line.size() > 0) {
            end("");
        }
    }

    /** @param by what ended the line; empty if nothing did */
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
