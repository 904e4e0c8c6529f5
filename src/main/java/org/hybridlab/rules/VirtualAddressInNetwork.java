package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Cidr;

/** Control planes hand it over among themselves, in the network that they share. */
final class VirtualAddressInNetwork implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("virtual-address-outside", "The virtual address is in the machine network.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Cidr machines = facts.lab().network().machines();
        return facts.lab().network().virtualAddress().filter(address -> !machines.contains(address)).stream()
                .map(address -> error(Place.network("virtualAddress"), "%s is not in network.machines, %s"
                        .formatted(address, machines), "Write an address of that network.")).toList();
    }
}
