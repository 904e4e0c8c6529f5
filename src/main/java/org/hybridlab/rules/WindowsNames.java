package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Os;

/** NetBIOS cuts longer ones, and the node's name is then another than its machine's. */
final class WindowsNames implements Rule {
    private static final int LONGEST = 15;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("machine-name-windows", "The name of a Windows machine has at most 15 characters.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().os() == Os.WINDOWS && one.item().name().length() > LONGEST)
                .map(one -> error(Place.machine(one.number(), "name"), "%s has %d characters, more than Windows takes"
                        .formatted(one.item().name(), one.item().name().length()),
                                "Shorten it to at most 15 characters."))
                .toList();
    }
}
