package org.hybridlab.bundle;

import java.util.function.Consumer;

import org.hybridlab.process.Cancellation;

/**
 * One run of getting files.
 *
 * @param lines told what is going on, a line at a time
 */
public record Fetching(Consumer<String> lines, Cancellation cancellation) {
    void say(String line) {
        lines.accept(line);
    }
}
