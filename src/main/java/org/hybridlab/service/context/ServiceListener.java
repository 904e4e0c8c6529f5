package org.hybridlab.service.context;

import java.util.List;
import java.util.function.Consumer;

import org.hybridlab.common.error.LabException;
import org.hybridlab.report.Report;

/** Hears of a call while it goes on. What it returns is closed as soon as that part of the call is over. */
public interface ServiceListener {
    /** A line for people: something was found, or done besides. */
    void message(String line);

    /** Something failed and the call goes on, to end with that failure later. */
    void failed(LabException failure);

    /** A task begins that is no run of steps, such as getting files. */
    TaskListener task();

    /** From now on, until it is closed, the call ends in good order once the cancellation is requested. */
    CancellableScope cancellable();

    /** The steps of a plan begin. */
    RunListener run();

    /** The checks begin. */
    CheckPhaseListener checks();

    /** All checks are judged; their report is not written yet. */
    void checked(Report report);

    /** For callers that want the lines and nothing else. */
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
