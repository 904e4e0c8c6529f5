package org.hybridlab.provision.change;

import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/** All control planes have kubeadm's taint, which the lab file had removed. */
record ControlPlaneTainted(LabContext labContext) implements Action {
    @Override
    public Probe probe(StepContext context) {
        return labContext.lab().machines(Role.CONTROL_PLANE).stream().map(labContext::node)
                .allMatch(node -> node.isPresent() && node.get().hasControlPlaneTaint())
                ? Probe.present("all control planes have the taint")
                : Probe.absent("a control plane takes ordinary pods");
    }

    @Override
    public void run(StepContext context) {
        labContext.lab().machines(Role.CONTROL_PLANE).stream().map(Machine::name)
                .forEach(labContext.cluster()::taintControlPlane);
    }
}
