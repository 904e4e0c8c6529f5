package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.CheckSpec;

/** Reports name checks. */
final class CheckNamesDiffer implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("check-name-double", "Every check has a name of its own.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.CHECKS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.repeated(facts.lab().checks(), CheckSpec::name).stream()
                .map(one -> error(Place.of("checks", one.number(), "name"), "a second check is called '%s'"
                        .formatted(one.item().name()), "Give it another name, or reports cannot tell them apart."))
                .toList();
    }
}
