package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.WindowsSettings;

/** NetBIOS' limit. */
final class ComputerNameLength implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("computer-name-long",
                "A computer name with the number that `count` adds has at most 15 characters.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream().flatMap(one -> one.item().windows().stream()
                .map(WindowsSettings::computerName).filter(name -> !name.equals(one.item().name()))
                .filter(name -> name.length() > WindowsSettings.LONGEST_NAME)
                .map(name -> error(Place.machine(one.number(), "computerName"), "%s has %d characters"
                        .formatted(name, name.length()), "Shorten it: with its number, it has at most 15.")))
                .toList();
    }
}
