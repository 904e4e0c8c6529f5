package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** Cores are shared, so too many of them only cost time. */
final class HostCores implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("cores-host", "The host has as many cores as the lab's largest machine.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        if (facts.host().cores().isEmpty()) {
            return List.of();
        }
        int cores = facts.host().cores().getAsInt();
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().cpus() > cores && !one.item().isSimulated())
                .map(one -> warning(Place.machine(one.number(), "cpus"), "%s has %d processors, and the host %d"
                        .formatted(one.item().name(), one.item().cpus(), cores),
                        "It works, but is slower than with fewer."))
                .toList();
    }
}
