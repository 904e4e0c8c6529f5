package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Role;

/** Somebody has to run kubeadm init. */
final class ControlPlaneThere implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("control-plane-missing", "A lab has a control plane, or joins a cluster that has one.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.CLUSTER);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return !facts.lab().joinsExisting() && facts.lab().machines(Role.CONTROL_PLANE).isEmpty()
                ? List.of(error(Place.of("machines"), "no machine is a control plane",
                        "Write `role: control-plane` for one of them."))
                : List.of();
    }
}
