package org.hybridlab.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;

/** A running task. After its time limit it is asked to end, then forced, then given up, with pauses between. */
final class Running {
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

    boolean timedOut() {
        return timedOut;
    }

    /** Goes to the next stage if the time of the present one is over. */
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

    void ask() {
        if (stage == Stage.LEFT_ALONE) {
            next(Stage.ASKED);
            task.cancellation().request();
        }
    }

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
