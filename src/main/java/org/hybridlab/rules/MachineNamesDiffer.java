package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Machine;

/** Names are Vagrant machines, host names and nodes. */
final class MachineNamesDiffer implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("machine-name-double", "Every machine has a name of its own.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.repeated(facts.lab().machines(), Machine::name).stream()
                .map(one -> error(Place.machine(one.number(), "name"),
                        "a second machine is called " + one.item().name(),
                        "Give it another name; `count` adds numbers from 1 on."))
                .toList();
    }
}
