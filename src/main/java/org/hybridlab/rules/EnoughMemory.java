package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Machine;
import org.hybridlab.lab.Os;

/** Containers take memory as they need it; virtual machines have what they are given. */
final class EnoughMemory implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("memory-minimum", "A machine has the memory that its role and system need.");
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
        return Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().memoryMiB() < needed(one.item()))
                .map(one -> judge(one, facts.lab().provider().isPresent())).toList();
    }

    private Violation judge(Numbered<Machine> one, boolean virtualMachine) {
        String message = "%s has %d MiB, and a virtual machine like it needs %d"
                .formatted(one.item().name(), one.item().memoryMiB(), needed(one.item()));
        String advice = "Give it at least %dMiB.".formatted(needed(one.item()));
        Place place = Place.machine(one.number(), "memory");
        return virtualMachine ? error(place, message, advice) : warning(place, message, advice);
    }

    /** kubeadm refuses control planes below 1700 MB; the others are what the system and a kubelet take. */
    private static int needed(Machine machine) {
        if (machine.os() == Os.WINDOWS) {
            return 2048;
        }
        return machine.isControlPlane() ? 1700 : 512;
    }
}
