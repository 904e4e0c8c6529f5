package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;

/** Machines reach each other in one network. */
final class AddressesInNetwork implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("address-outside-network", "A machine's address is in the machine network.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Cidr network = facts.lab().network().machines();
        return Numbered.of(facts.lab().machines()).stream().filter(one -> !network.contains(one.item().address()))
                .map(one -> error(Place.machine(one.number(), "address"), "%s of %s is not in network.machines, %s"
                        .formatted(one.item().address(), one.item().name(), network),
                        "Write an address of that network."))
                .toList();
    }
}
