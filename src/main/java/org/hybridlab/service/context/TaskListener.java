package org.hybridlab.service.context;

import java.util.function.Consumer;

import org.hybridlab.common.process.TaskProgress;

/** Hears of a long task that is no run of steps. */
public interface TaskListener extends Consumer<String>, AutoCloseable {
    /** A line that is worth showing. */
    @Override
    void accept(String line);

    /** A line that says what goes on right now; worth showing only if nothing else comes. */
    void note(String line);

    /** How far the task has come; called whenever a piece of it begins. */
    void progress(TaskProgress progress);

    /** The task is over. */
    @Override
    void close();

    /** For callers that want the lines and nothing else. */
    static TaskListener lines(Consumer<String> lines) {
        return new TaskListener() {
            @Override
            public void accept(String line) {
                lines.accept(line);
            }

            @Override
            public void note(String line) {
                // Nobody waits for a sign of life.
            }

            @Override
            public void progress(TaskProgress progress) {
                // The lines say enough.
            }

            @Override
            public void close() {
                // Nothing was opened.
            }
        };
    }
}
