package org.hybridlab.provision.app;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Outlook;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.App;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.app.AppWorkloads.Complaint;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.NodeCordon;
import org.hybridlab.provision.render.WindowsMachine;

/** Every workload of the app has all pods of its latest template ready, or has completed. */
final class AppReady implements Action {
    /** Looks until the scheduler's verdict counts. */
    private static final int PATIENCE = 12;

    private final LabContext labContext;
    private final App app;
    private final AppWorkloads workloads;
    private final FailedOthers others;
    private volatile String newest = "";

    /** @param others the lab's apps, which this one may need */
    AppReady(LabContext labContext, App app, FailedOthers others) {
        this.labContext = labContext;
        this.app = app;
        this.others = others;
        this.workloads = new AppWorkloads(labContext, app);
    }

    /** Apps that can never be ready, so that `up` does not wait for apps that need them. */
    static final class FailedOthers {
        private static final Duration REST = Duration.ofSeconds(15);
        private final AtomicReference<Instant> since = new AtomicReference<>();
        private volatile String first = "";

        private void note(App app) {
            if (since.compareAndSet(null, Instant.now())) {
                first = app.name();
            }
        }

        private Optional<LabException> after(App app) {
            return Optional.ofNullable(since.get()).filter(moment -> Instant.now().isAfter(moment.plus(REST)))
                    .map(moment -> LabException.labFailed("app-not-ready", "The app %s was not ready %d s after the "
                            .formatted(app.name(), REST.toSeconds()) + "app %s had failed.".formatted(first),
                            "Set that one right first."));
        }
    }

    /** @param failure if no wait helps */
    private record Look(Probe probe, Optional<LabException> failure) {
        private Look(Probe probe) {
            this(probe, Optional.empty());
        }
    }

    @Override
    public Probe probe(StepContext context) {
        return look().probe();
    }

    private Look look() {
        if (!labContext.hasCluster()) {
            return new Look(Probe.absent("there is no cluster yet"));
        }
        try {
            if (workloads.all().isEmpty()) {
                return new Look(Probe.present(app.name() + " has no pods to wait for"));
            }
            List<Complaint> complaints = workloads.complaints();
            return complaints.isEmpty() ? new Look(Probe.present("all pods of " + app.name() + " are ready"))
                    : new Look(Probe.absent(complaints.stream().map(Complaint::words)
                            .collect(Collectors.joining(", "))), workloads.failure(complaints));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return new Look(Probe.absent(e.what()));
        }
    }

    /** Pods on Windows machines wait for images of gigabytes. */
    static Duration within(LabContext labContext) {
        Duration usual = labContext.timeouts().appReady();
        return labContext.lab().madeWindowsMachines().isEmpty() ? usual
                : usual.plusMinutes(WindowsMachine.PULL_MINUTES);
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(4);
    }

    @Override
    public Duration longest() {
        return within(labContext);
    }

    @Override
    public void run(StepContext context) {
        Instant patientUntil = Instant.now().plus(labContext.timeouts().look().multipliedBy(PATIENCE));
        AtomicReference<Optional<LabException>> hopeless = new AtomicReference<>(Optional.empty());
        Wait.until("all pods of the app " + app.name() + " are ready", within(labContext))
                .every(labContext.timeouts().look())
                .orFail("app-not-ready", "See its pods: hybridlab kubectl %s get pods -o wide"
                        .formatted(labContext.word()))
                .that(this::look, seen -> {
                    if (!seen.probe().isPresent()) {
                        hopeless.set(seen.failure().or(() -> hopeless(patientUntil)).or(() -> others.after(app)));
                    }
                    return seen.probe().isPresent() || hopeless.get().isPresent();
                }, seen -> told(seen.probe(), context), context.cancellation());
        hopeless.get().ifPresent(failure -> {
            others.note(app);
            throw failure;
        });
    }

    /** Why no wait helps. The scheduler, and an app just applied, get some looks first. */
    private Optional<LabException> hopeless(Instant patientUntil) {
        return Instant.now().isBefore(patientUntil) ? Optional.empty() : LabException.known(workloads::hopeless)
                .flatMap(found -> found).map(outlook -> LabException.labFailed("app-not-ready",
                "Pods of the app %s can never be ready as they are.".formatted(app.name()), advice(outlook))
                .because("%s (since %s)".formatted(outlook.words(), outlook.at().map(Object::toString).orElse("now"))));
    }

    private String advice(Outlook outlook) {
        List<String> cordoned = outlook.words().contains("were unschedulable") ? labContext.cluster().nodes().stream()
                .filter(node -> node.cordoned() && !NodeCordon.isOn(node)).map(Node::name).toList() : List.of();
        return cordoned.isEmpty() ? "Correct its manifest, or bring what is missing, then run `hybridlab up %s` again."
                .formatted(labContext.word()) : "Let pods go there again: " + cordoned.stream().map(this::uncordon)
                .collect(Collectors.joining(", then "));
    }

    /** A cluster of others has nodes of others. */
    private String uncordon(String node) {
        return (labContext.lab().machine(node).isPresent() ? "hybridlab uncordon %s %s"
                : "hybridlab kubectl %s uncordon %s").formatted(labContext.word(), node);
    }

    /** Prints each change as a line, which progress shows. */
    private String told(Probe seen, StepContext context) {
        if (!seen.reason().equals(newest)) {
            newest = seen.reason();
            context.line(newest);
        }
        return newest;
    }
}
