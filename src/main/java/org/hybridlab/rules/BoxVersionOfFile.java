package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** A box file says no version, so Vagrant would look for the version in vain. */
final class BoxVersionOfFile implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-version-unused",
                "A box with a sum is one file and has no version.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return BoxUse.of(facts).stream()
                .filter(use -> use.box().version().isPresent() && use.box().sha256().isPresent())
                .map(use -> error(use.place("version"),
                        "a box file has no version, and Vagrant would not find this one",
                        "Take `version` out: the sum already says which file it is.")).toList();
    }
}
