package org.hybridlab.steps;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.hybridlab.plan.StepContext;
import org.hybridlab.process.Cancellation;

/** Of a step that nobody watches and nobody ends. */
record QuietContext(Cancellation cancellation, Queue<String> lines) implements StepContext {
    QuietContext() {
        this(new Cancellation(), new ConcurrentLinkedQueue<>());
    }

    @Override
    public void line(String line) {
        lines.add(line);
    }
}
