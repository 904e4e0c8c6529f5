package org.hybridlab.service.context;

import java.util.function.Consumer;

import org.hybridlab.common.process.TaskProgress;

/** Hears of a long task that is no run of steps. */
public interface TaskListener extends Consumer<String>, AutoCloseable {
    @Override
    void accept(String line);

    /** Current activity; shown only if nothing else comes. */
    void note(String line);

    /** Called at the start of each piece. */
    void progress(TaskProgress progress);

    @Override
    void close();

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
