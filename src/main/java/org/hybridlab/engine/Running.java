package org.hybridlab.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;

/**
 * A task under way, and how far its ending has come: it is left alone until its time is over, then asked to end, then
 * made to, then given up, with a while between.
 */
final class Running {
    /** How a task is being ended. */
    enum Stage { LEFT_ALONE, ASKED, FORCED, GIVEN_UP }

    private final Task task;
    private final Workers workers;
    private final Duration grace;
    private Stage stage = Stage.LEFT_ALONE;
    private Duration deadline;
    private boolean timedOut;

    Running(Task task, Workers workers, Duration timeout, Duration grace) {
        this.task = task;
        this.workers = workers;
        this.grace = grace;
        this.deadline = workers.elapsed().plus(timeout);
    }

    static Duration firstDeadline(Collection<Running> running) {
        return running.stream().map(Running::deadline).min(Comparator.naturalOrder()).orElseThrow();
    }

    Task task() {
        return task;
    }

    Stage stage() {
        return stage;
    }

    Duration deadline() {
        return deadline;
    }

    /** Whether it was ended because it took too long. */
    boolean timedOut() {
        return timedOut;
    }

    /** Goes one stage on if the time for the present one is over. */
    void lookAtTime() {
        if (workers.elapsed().compareTo(deadline) < 0) {
            return;
        }
        if (stage == Stage.LEFT_ALONE) {
            timedOut = true;
            ask();
        } else if (stage == Stage.ASKED) {
            force();
        } else {
            stage = Stage.GIVEN_UP;
        }
    }

    /** Asks the task to end, once. */
    void ask() {
        if (stage == Stage.LEFT_ALONE) {
            next(Stage.ASKED);
            task.cancellation().request();
        }
    }

    /** Makes the task end: its children are killed and its thread is interrupted, once. */
    void force() {
        ask();
        if (stage == Stage.ASKED) {
            next(Stage.FORCED);
            task.cancellation().request();
            workers.interrupt(task);
        }
    }

    private void next(Stage nextStage) {
        stage = nextStage;
        deadline = workers.elapsed().plus(grace);
    }
}
