package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** RFC 1123 limits a label to 63 characters. */
final class MachineNameLength implements Rule {
    private static final int LONGEST = 63;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("machine-name-long",
                "A name with the number that `count` adds has at most 63 characters.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().name().length() > LONGEST)
                .map(one -> error(Place.machine(one.number(), "name"), "%s has %d characters"
                        .formatted(one.item().name(), one.item().name().length()), "Shorten it to at most 63."))
                .toList();
    }
}
