package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Role;

/** etcd goes on while more than half of its members do: an even number only adds one that can fail. */
final class OddControlPlanes implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("control-plane-even",
                "The number of control planes is odd, or etcd cannot outvote a lost one.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        int number = facts.lab().machines(Role.CONTROL_PLANE).size();
        return number == 0 || number % 2 == 1 ? List.of()
                : List.of(error(Place.of("machines"),
                        "%d control planes are no better than %d".formatted(number, number - 1),
                        "Make it 1, 3 or 5: etcd needs more than half of them to go on."));
    }
}
