package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Os;
import org.hybridlab.lab.Role;

/** Kubernetes has no control plane for Windows. */
final class LinuxControlPlane implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("control-plane-windows", "Control planes and etcd run on Linux.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().os() == Os.WINDOWS && one.item().role() != Role.WORKER)
                .map(one -> error(Place.machine(one.number(), "os"), "%s is a %s, and those run on Linux only"
                        .formatted(one.item().name(), one.item().role().word()), "Make it a worker, or its os linux."))
                .toList();
    }
}
