package org.hybridlab.provision.machine;

import java.time.Duration;
import java.util.List;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/**
 * The host has what the provider needs before the first machine starts, above all the lab's network, and existing
 * machines are connected to it.
 */
final class HostNetworkReady implements Action {
    private static final Duration EACH = Duration.ofSeconds(40);

    private final LabContext labContext;

    HostNetworkReady(LabContext labContext) {
        this.labContext = labContext;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.lab().madeMachines().stream()
                .allMatch(labContext.states(context.cancellation())::isRunning)) {
            return Probe.unknown("not every machine runs, and making it again costs nothing");
        }
        if (labContext.lab().joinsExisting()) {
            return Probe.present("every machine runs");
        }
        List<String> misplaced = labContext.provider().misplaced(labContext.id(), labContext.lab(),
                context.cancellation());
        return misplaced.isEmpty() ? Probe.present("every machine runs in it")
                : Probe.absent(String.join(", ", misplaced));
    }

    @Override
    public Duration longest() {
        return EACH.multipliedBy(1L + labContext.lab().madeMachines().size());
    }

    @Override
    public void run(StepContext context) {
        labContext.provider().prepare(labContext.id(), labContext.lab(), context.cancellation());
        labContext.provider().place(labContext.id(), labContext.lab(), context.cancellation()).forEach(context::line);
        // A machine that was not in it is off now.
        labContext.forgetStates();
    }
}
