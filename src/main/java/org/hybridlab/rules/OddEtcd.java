package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Role;

/** An external etcd has the same arithmetic as control planes. */
final class OddEtcd implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("etcd-even", "The number of etcd machines is odd.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        int number = facts.lab().machines(Role.ETCD).size();
        return number == 0 || number % 2 == 1 ? List.of()
                : List.of(error(Place.of("machines"),
                        "%d etcd machines are no better than %d".formatted(number, number - 1),
                        "Make it 1, 3 or 5: etcd needs more than half of them to go on."));
    }
}
