package org.hybridlab.provision;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.plan.StepContext;

/** Of a step that nobody watches and nobody ends. */
public record QuietContext(Cancellation cancellation, Queue<String> lines,
        Queue<String> destroyed) implements StepContext {
    public QuietContext() {
        this(new Cancellation(), new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
    }

    /** Of a user who does not want anything destroyed. */
    public static StepContext refusing() {
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
