package org.hybridlab.provision.kubernetes;

import org.hybridlab.cluster.api.Taint;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** Ordinary pods may run on the control planes. */
final class ControlPlaneUntainted implements Action {
    private final LabContext labContext;

    ControlPlaneUntainted(LabContext labContext) {
        this.labContext = labContext;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        return labContext.lab().machines(Role.CONTROL_PLANE).stream().map(labContext::node)
                .allMatch(node -> node.isPresent() && !node.get().hasControlPlaneTaint())
                ? Probe.present("no control plane has the taint")
                : Probe.absent("a control plane has the taint " + Taint.CONTROL_PLANE);
    }

    @Override
    public void run(StepContext context) {
        labContext.lab().machines(Role.CONTROL_PLANE).forEach(machine -> labContext.cluster().untaint(machine.name()));
    }
}
