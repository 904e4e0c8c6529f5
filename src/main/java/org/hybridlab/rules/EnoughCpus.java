package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Machine;

/** kubeadm's preflight check NumCPU refuses fewer in virtual machines. */
final class EnoughCpus implements Rule {
    private static final int NEEDED = 2;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("control-plane-cpus", "A control plane has at least two processors.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.PROVIDER);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        if (facts.lab().provider().filter(provider -> provider.traits().sharesHostMemory()).isPresent()) {
            return List.of();
        }
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().isControlPlane() && one.item().cpus() < NEEDED)
                .map(one -> judge(one, facts.lab().provider().isPresent())).toList();
    }

    private Violation judge(Numbered<Machine> one, boolean virtualMachine) {
        String message = one.item().name() + " has one processor, and kubeadm wants two for a control plane";
        Place place = Place.machine(one.number(), "cpus");
        return virtualMachine ? error(place, message, "Write `cpus: 2`.") : warning(place, message, "Write `cpus: 2`.");
    }
}
