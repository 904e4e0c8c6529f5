package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** inet_aton(3) takes a number for an address, so that `ssh 7` goes to 0.0.0.7; Windows refuses such names. */
final class NamesWithLetters implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("machine-name-digits", "A machine's name does not consist of digits only.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().name().matches("[0-9]+"))
                .map(one -> error(Place.machine(one.number(), "name"),
                        one.item().name() + " would be taken for an address", "Begin it with a letter."))
                .toList();
    }
}
