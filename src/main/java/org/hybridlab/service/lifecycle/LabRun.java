package org.hybridlab.service.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.Event;
import org.hybridlab.engine.EventListener;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.RunListener;
import org.hybridlab.service.context.RunMessages;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.TaskListener;
import org.hybridlab.service.lab.LabService;

/** Runs plans of a lab. Reports steps, and afterwards repairs that nobody asked for. */
public final class LabRun {
    /** Steps mostly wait for other processes. */
    private static final int THREADS = 16;

    private final ServiceContext context;
    private final LabContext labContext;
    private final LabLock lock;
    private final List<EventListener> others;
    private volatile boolean stepsRan;

    public LabRun(ServiceContext context, LabContext labContext, LabLock lock, EventListener... others) {
        this.context = context;
        this.labContext = labContext;
        this.lock = lock;
        this.others = List.of(others);
    }

    /** Whether a step began, also if the run ended with an exception. */
    public boolean stepsRan() {
        return stepsRan;
    }

    /** Asks about destructions before anything runs. Throws {@code not-confirmed} (exit 2). */
    public RunResult agreed(Plan plan) {
        FirstLook look = look(plan);
        Agreement agreement = context.approval().destructions(look, plan);
        if (look.destructions().isEmpty()) {
            return run(plan, Optional.of(look), agreement);
        }
        // Things may have changed while the question was open.
        labContext.forgetStates();
        return run(plan, agreement);
    }

    private FirstLook look(Plan plan) {
        try (TaskListener ignored = context.listener().task();
             CancellableScope scope = context.listener().cancellable()) {
            return LabService.engine(context, labContext, THREADS, List.of()).look(plan, context.cancellation());
        }
    }

    public RunResult run(Plan plan, Agreement agreement) {
        return run(plan, Optional.empty(), agreement);
    }

    private RunResult run(Plan plan, Optional<FirstLook> look, Agreement agreement) {
        RunMessages messages = new RunMessages();
        try (RunListener listener = context.listener().run()) {
            List<EventListener> listeners = new ArrayList<>(listener.listeners());
            listeners.addAll(others);
            listeners.add(messages);
            listeners.add(this::note);
            RunResult result = LabService.engine(context, labContext, THREADS, listeners)
                    .run(plan, lock, look, agreement, context.cancellation());
            LabRecord.noteJoined(labContext, id -> result.steps().stream().anyMatch(step -> step.step().equals(id)
                    && step.outcome().good()));
            return result;
        } finally {
            messages.tell(context.listener());
        }
    }

    private void note(Event event) {
        if (event instanceof Event.StepStarted) {
            stepsRan = true;
        }
    }
}
