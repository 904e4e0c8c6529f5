package org.hybridlab.service.context;

import java.util.List;
import java.util.function.Consumer;

import org.hybridlab.common.error.LabException;
import org.hybridlab.report.Report;

/** Hears of a call's progress. A returned listener is closed when its part of the call ends. */
public interface ServiceListener {
    void message(String line);

    /** A failure after which the call goes on. The call's result has it too. */
    void failed(LabException failure);

    /** Begins a task that is no run of steps, such as a download. */
    TaskListener task();

    /** Until it is closed, the call ends in good order on cancellation. */
    CancellableScope cancellable();

    RunListener run();

    CheckPhaseListener checks();

    /** All checks are judged; their report is not written yet. */
    void checked(Report report);

    static ServiceListener lines(Consumer<String> lines) {
        return new ServiceListener() {
            @Override
            public void message(String line) {
                lines.accept(line);
            }

            @Override
            public void failed(LabException failure) {
                lines.accept("%s [%s] %s".formatted(failure.what(), failure.id(), failure.advice()));
            }

            @Override
            public TaskListener task() {
                return TaskListener.lines(lines);
            }

            @Override
            public CancellableScope cancellable() {
                return () -> { };
            }

            @Override
            public RunListener run() {
                return List::of;
            }

            @Override
            public CheckPhaseListener checks() {
                return CheckPhaseListener.NONE;
            }

            @Override
            public void checked(Report report) {
                // The result of the call has it.
            }
        };
    }
}
