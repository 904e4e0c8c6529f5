package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Os;
import org.hybridlab.lab.Role;

/** kubeadm keeps ordinary pods off control planes. */
final class PodsHaveRoom implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("apps-nowhere", "Where there are apps, there is a Linux node that may run them.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.APPS, Section.MACHINES, Section.UNTAINT, Section.CLUSTER);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        boolean room = facts.lab().untaint() || facts.lab().joinsExisting()
                || facts.lab().machines(Role.WORKER).stream().anyMatch(machine -> machine.os() == Os.LINUX);
        return room || facts.lab().apps().isEmpty() ? List.of() : List.of(error(Place.of("apps"),
                "no node may run the apps' pods: there is no Linux worker, and control planes are tainted",
                "Add a worker, or write `untaint: true`."));
    }
}
