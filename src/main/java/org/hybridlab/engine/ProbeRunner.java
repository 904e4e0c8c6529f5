package org.hybridlab.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;

/**
 * Probes many steps at once, while nothing runs that could change the results. A probe's time limit starts when it
 * starts, not while it waits for a thread.
 */
final class ProbeRunner {
    private final Workers workers;
    private final Settings settings;
    private final Cancellation cancellation;
    private final BiConsumer<Step, String> lines;
    private final Deque<Step> waiting = new ArrayDeque<>();
    private final Map<Task, Running> running = new LinkedHashMap<>();
    private final Map<String, Probe> seen = new HashMap<>();

    ProbeRunner(Workers workers, Settings settings, Cancellation cancellation, BiConsumer<Step, String> lines) {
        this.workers = workers;
        this.settings = settings;
        this.cancellation = cancellation;
        this.lines = lines;
    }

    /** Results by step id. A probe that times out is unknown. */
    Map<String, Probe> at(List<Step> steps) throws InterruptedException {
        waiting.addAll(steps);
        try (Cancellation.Registration ignored = cancellation.onRequest(workers::wake)) {
            startNext();
            while (!running.isEmpty()) {
                if (cancellation.isRequested()) {
                    running.values().forEach(cancellation.isNow() ? Running::force : Running::ask);
                }
                awaitNext();
                startNext();
            }
        }
        waiting.forEach(step -> seen.put(step.id(), Probe.unknown("interrupted before its turn")));
        return seen;
    }

    private void startNext() {
        while (running.size() < settings.threads() && !waiting.isEmpty() && !cancellation.isRequested()) {
            Step step = waiting.remove();
            Task task = Task.look(step, line -> lines.accept(step, line));
            running.put(task, new Running(task, workers, settings.lookTimeout(), settings.grace()));
            workers.start(task);
        }
    }

    private void awaitNext() throws InterruptedException {
        workers.await(Running.firstDeadline(running.values())).map(running::remove)
                .ifPresent(one -> saw(one, one.task().probe()));
        for (Running one : new ArrayList<>(running.values())) {
            one.lookAtTime();
            if (one.stage() == Running.Stage.GIVEN_UP) {
                running.remove(one.task());
                workers.abandon(one.task());
                saw(one, Task.unseen(one.task().step(), "the look at it did not end"));
            }
        }
    }

    private void saw(Running one, Probe probe) {
        seen.put(one.task().step().id(), probe);
    }
}
