package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Machine;

/** Two machines at one address answer each other's calls. */
final class AddressesDiffer implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("address-double", "Every machine has an address of its own.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.repeated(facts.lab().machines(), Machine::address).stream()
                .map(one -> error(Place.machine(one.number(), "address"), "%s has the address %s of another machine"
                        .formatted(one.item().name(), one.item().address()), "Write another, or none."))
                .toList();
    }
}
