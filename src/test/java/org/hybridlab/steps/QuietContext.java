package org.hybridlab.steps;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.hybridlab.failure.LabException;
import org.hybridlab.plan.StepContext;
import org.hybridlab.process.Cancellation;

/** Of a step that nobody watches and nobody ends. */
record QuietContext(Cancellation cancellation, Queue<String> lines, Queue<String> destroyed) implements StepContext {
    QuietContext() {
        this(new Cancellation(), new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
    }

    /** Of a user who does not want anything destroyed. */
    static StepContext refusing() {
        QuietContext quiet = new QuietContext();
        return new StepContext() {
            @Override
            public Cancellation cancellation() {
                return quiet.cancellation();
            }

            @Override
            public void destroys(String what) {
                throw LabException.labFailed("destruction-not-confirmed", what, "");
            }

            @Override
            public void line(String line) {
                quiet.line(line);
            }
        };
    }

    @Override
    public void destroys(String what) {
        destroyed.add(what);
    }

    @Override
    public void line(String line) {
        lines.add(line);
    }
}
