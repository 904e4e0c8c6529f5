package org.hybridlab.service.check;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.hybridlab.check.core.ProbePods;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.engine.Event;
import org.hybridlab.engine.EventListener;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.up.LabChecks;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.ServiceContext;

/**
 * Creates the checks' pods during the last steps of a run, since each needs seconds to start. Waits for steps that
 * drain nodes, which would evict them. {@link #close} deletes unused pods. Failures are ignored: the checks create what
 * is missing.
 */
public final class EarlyProbes implements EventListener, AutoCloseable {
    private final ServiceContext context;
    private final LabContext labContext;
    private final boolean wanted;
    private final Predicate<String> waits;
    private final Parallel thread;
    /** Steps that have not succeeded. */
    private final Set<String> left = ConcurrentHashMap.newKeySet();
    private Optional<ProbePods> probes = Optional.empty();
    private volatile boolean closed;

    private EarlyProbes(ServiceContext context, LabContext labContext, boolean checks, Predicate<String> waits) {
        this.context = context;
        this.labContext = labContext;
        this.wanted = checks;
        this.waits = waits;
        this.thread = new Parallel(1, context.cancellation());
    }

    /**
     * For {@code up}: creates each pod once its node is Ready.
     *
     * @param checks whether checks follow; otherwise there are no pods
     */
    public static EarlyProbes ofUp(ServiceContext context, LabContext labContext, boolean checks) {
        return new EarlyProbes(context, labContext, checks, StepIds::onlyWaits);
    }

    /** For a run whose last step has this id. */
    public static EarlyProbes beside(String last, ServiceContext context, LabContext labContext) {
        return new EarlyProbes(context, labContext, true, last::equals);
    }

    @Override
    public void on(Event event) {
        if (event instanceof Event.RunStarted run) {
            left.addAll(run.steps().stream().map(Event.PlannedStep::id).collect(Collectors.toSet()));
        } else if (event instanceof Event.StepFinished step && step.outcome().good()) {
            left.remove(step.step());
            if (left.stream().allMatch(waits)) {
                begin();
            }
        }
    }

    /** Creates pods on all nodes whose steps are not awaited. */
    public void begin() {
        // Not the lock around API calls, so that events need not wait.
        synchronized (thread) {
            if (wanted && !closed) {
                thread.begin(this::make);
            }
        }
    }

    private boolean make() {
        ProbePods pods;
        synchronized (this) {
            if (closed) {
                return false;
            }
            pods = probes();
        }
        pods.make(node -> !left.contains(StepIds.NODE_READY + "/" + node));
        return true;
    }

    public synchronized ProbePods probes() {
        if (probes.isEmpty()) {
            probes = Optional.of(LabChecks.probes(labContext));
        }
        return probes.get();
    }

    @Override
    public void close() {
        synchronized (thread) {
            closed = true;
            thread.close();
        }
        Optional<ProbePods> made;
        synchronized (this) {
            made = probes;
        }
        if (made.isPresent()) {
            try (CancellableScope ignored = context.listener().cancellable()) {
                context.cancellation().during(made.get()::end).ifPresent(context.listener()::message);
            }
        }
    }
}
