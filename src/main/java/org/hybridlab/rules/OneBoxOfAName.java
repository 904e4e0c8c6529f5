package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** Vagrant keeps boxes by name, so that the second place would never be asked. */
final class OneBoxOfAName implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-name-double",
                "Boxes of one name come from one place, in one version.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return BoxUse.of(facts).stream().flatMap(use -> BoxUse.of(facts).stream()
                .filter(other -> other.number() < use.number() && other.box().name().equals(use.box().name())
                        && !other.box().equals(use.box())).limit(1)
                .map(other -> error(Place.machine(use.number(), "box"),
                        "%s has the box %s from another place or in another version than %s".formatted(
                                use.machine().name(), use.box().name(), other.machine().name()),
                        "Write the same for both, or give one of the boxes another name."))).toList();
    }
}
