package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Role;

/**
 * etcd goes on while more than half of its members do: an even number of the machines that carry it only adds one more
 * that can fail. Control planes do not carry it where there are machines for it.
 *
 * @param role of the machines with etcd: control planes, or machines of its own
 */
record OddMembers(RuleEntry entry, Role role) implements Rule {
    static OddMembers ofControlPlanes() {
        return new OddMembers(new RuleEntry("control-plane-even",
                "The number of control planes is odd, or etcd cannot outvote a lost one."), Role.CONTROL_PLANE);
    }

    static OddMembers ofEtcd() {
        return new OddMembers(new RuleEntry("etcd-even", "The number of etcd machines is odd."), Role.ETCD);
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        int number = facts.lab().machines(role).size();
        boolean elsewhere = role == Role.CONTROL_PLANE && !facts.lab().machines(Role.ETCD).isEmpty();
        return elsewhere || number == 0 || number % 2 == 1 ? List.of() : List.of(error(Place.of("machines"),
                "%d machines with the role %s are no better than %d".formatted(number, role.word(), number - 1),
                "Make it 1, 3 or 5: etcd needs more than half of them to go on."));
    }
}
