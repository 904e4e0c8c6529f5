package org.hybridlab.provision.machine;

import java.util.List;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/**
 * The host has what the provider needs before the first machine starts, above all the lab's network, and the machines
 * that are there are in it.
 */
final class HostNetworkReady implements Action {
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
        List<String> misplaced = misplaced(context);
        return misplaced.isEmpty() ? Probe.present("every machine runs in it")
                : Probe.absent(String.join(", ", misplaced));
    }

    private List<String> misplaced(StepContext context) {
        return labContext.provider().misplaced(labContext.id(), labContext.lab(), context.cancellation());
    }

    @Override
    public void run(StepContext context) {
        misplaced(context).forEach(words -> context.line("The machine %s. It gets its address again."
                .formatted(words)));
        labContext.provider().prepare(labContext.id(), labContext.lab(), context.cancellation());
        // A machine that was not in it is off now.
        labContext.forgetStates();
    }
}
