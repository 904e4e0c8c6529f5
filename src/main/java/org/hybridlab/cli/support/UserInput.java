package org.hybridlab.cli.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Optional;

/** Reads standard input: Java's console is missing if standard output is no terminal. */
public final class UserInput {
    private final boolean terminal;
    private final boolean showsResults;
    private final InputStream in;
    private boolean ended;

    /**
     * @param terminal whether somebody can be asked
     * @param showsResults whether standard output is a terminal
     */
    public UserInput(boolean terminal, boolean showsResults, InputStream in) {
        this.terminal = terminal;
        this.showsResults = showsResults;
        this.in = in;
    }

    public static UserInput ofNobody() {
        return new UserInput(false, false, InputStream.nullInputStream());
    }

    public boolean isTerminal() {
        return terminal;
    }

    boolean showsResults() {
        return showsResults;
    }

    boolean isOpen() {
        return terminal && !ended;
    }

    /** Empty at the end of the input. Reads no byte beyond the line. */
    Optional<String> line() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            int one = in.read();
            while (one >= 0 && one != '\n') {
                line.write(one);
                one = in.read();
            }
            ended = one < 0;
        } catch (IOException e) {
            // The terminal is gone.
            ended = true;
        }
        return ended && line.size() == 0 ? Optional.empty() : Optional.of(line.toString(Charset.defaultCharset()));
    }
}
