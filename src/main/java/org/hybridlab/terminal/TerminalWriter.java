package org.hybridlab.terminal;

import java.io.OutputStream;
import java.io.PrintWriter;

/** Standard output or error. Only {@link #paint} may move the cursor. */
public final class TerminalWriter extends PrintWriter {
    private volatile long lastWritten = Long.MIN_VALUE;

    public TerminalWriter(OutputStream stream) {
        super(stream, true);
    }

    @Override
    public void write(int one) {
        write(String.valueOf((char) one));
    }

    @Override
    public void write(char[] characters, int from, int length) {
        write(new String(characters, from, length));
    }

    @Override
    public void write(String text, int from, int length) {
        lastWritten = System.nanoTime();
        String shown = TerminalText.shown(text.substring(from, from + length));
        super.write(shown, 0, shown.length());
    }

    void paint(CharSequence frame) {
        lastWritten = System.nanoTime();
        super.write(frame.toString(), 0, frame.length());
    }

    /** As {@link System#nanoTime}; the smallest number if nothing was written. */
    long lastWritten() {
        return lastWritten;
    }
}
