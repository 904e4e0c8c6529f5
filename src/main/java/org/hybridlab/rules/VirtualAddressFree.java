package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Ipv4;
import org.hybridlab.lab.Machine;

/** An address that is somebody's already cannot move. */
final class VirtualAddressFree implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("virtual-address-taken",
                "The virtual address is nobody else's: no machine's, and not the network's or the host's own.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Optional<Ipv4> address = facts.lab().network().virtualAddress();
        return address.flatMap(virtual -> owner(facts, virtual)).stream().map(owner -> error(
                Place.network("virtualAddress"), "%s is the address of %s".formatted(address.orElseThrow(), owner),
                "Write one that is free, for example the tenth of network.machines.")).toList();
    }

    private static Optional<String> owner(LabFacts facts, Ipv4 virtual) {
        Cidr network = facts.lab().network().machines();
        if (virtual.equals(network.network()) || virtual.equals(network.address(network.size() - 1))) {
            return Optional.of("the network itself");
        }
        if (network.size() > 1 && virtual.equals(network.address(1))) {
            return Optional.of("the host");
        }
        return facts.lab().machines().stream().filter(machine -> machine.address().equals(virtual)).map(Machine::name)
                .findFirst();
    }
}
