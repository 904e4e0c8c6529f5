package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Ipv4;

/** The first address names the network, the second is the host on every provider, the last is broadcast. */
final class AddressesUsable implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("address-reserved",
                "No machine has the first, second or last address of the machine network.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Cidr network = facts.lab().network().machines();
        return Numbered.of(facts.lab().machines()).stream().filter(one -> reserved(network, one.item().address()))
                .map(one -> error(Place.machine(one.number(), "address"), "%s cannot have %s: it is the network's, the "
                        .formatted(one.item().name(), one.item().address()) + "host's or the broadcast address",
                        "Write another address of %s.".formatted(network)))
                .toList();
    }

    private static boolean reserved(Cidr network, Ipv4 address) {
        long offset = address.bits() - network.network().bits();
        return offset == 0 || offset == 1 || offset == network.size() - 1;
    }
}
