package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** kubeadm makes the control plane of one version. */
final class ControlPlaneVersion implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("control-plane-version", "Control planes run the lab's own version of Kubernetes.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.VERSIONS, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().isControlPlane()
                        && !one.item().kubernetes().equals(facts.lab().kubernetes()))
                .map(one -> error(Place.machine(one.number(), "kubernetes"),
                        "the control plane %s is %s, and the lab %s".formatted(one.item().name(),
                                one.item().kubernetes(), facts.lab().kubernetes()),
                        "Write the version for the whole lab, or for workers."))
                .toList();
    }
}
