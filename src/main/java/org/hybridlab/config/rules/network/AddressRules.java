package org.hybridlab.config.rules.network;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.NETWORK;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class AddressRules {
    public static final Rule ADDRESS_OUTSIDE_NETWORK = Rule.of("address-outside-network",
            "A machine's address is in the machine network.",
            Set.of(MACHINES, NETWORK), AddressRules::addressOutsideNetwork);

    /** The first is the network, the second is the host on every provider, and the last is broadcast. */
    public static final Rule ADDRESS_RESERVED = Rule.of("address-reserved",
            "No machine has the first, second or last address of the machine network.",
            Set.of(MACHINES, NETWORK), AddressRules::addressReserved);

    public static final Rule DUPLICATE_ADDRESS = Rule.of("duplicate-address",
            "Every machine has an address of its own.",
            Set.of(MACHINES, NETWORK), facts -> Numbered.repeated(facts.lab().machines(), Machine::address).stream()
                .map(one -> error(Place.machine(one.number(), "address"), "%s has the address %s of another machine"
                        .formatted(one.item().name(), one.item().address()), "Write another, or none."))
                .toList());

    /** Control planes pass it on in their common network. */
    public static final Rule VIRTUAL_ADDRESS_OUTSIDE = Rule.of("virtual-address-outside",
            "The virtual address is in the machine network.",
            Set.of(NETWORK, MACHINES), AddressRules::virtualAddressOutside);

    public static final Rule VIRTUAL_ADDRESS_TAKEN = Rule.of("virtual-address-taken",
            "The virtual address is nobody else's: no machine's, and not the network's or the host's own.",
            Set.of(NETWORK, MACHINES), AddressRules::virtualAddressTaken);

    private AddressRules() {
    }

    private static List<Defect> addressOutsideNetwork(LabFacts facts) {
        Cidr network = facts.lab().network().machines();
        return Numbered.of(facts.lab().machines()).stream().filter(one -> !network.contains(one.item().address()))
                .map(one -> error(Place.machine(one.number(), "address"), "%s of %s is not in network.machines, %s"
                        .formatted(one.item().address(), one.item().name(), network),
                        "Write an address of that network."))
                .toList();
    }

    private static List<Defect> addressReserved(LabFacts facts) {
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

    private static List<Defect> virtualAddressOutside(LabFacts facts) {
        Cidr machines = facts.lab().network().machines();
        return facts.lab().network().virtualAddress().filter(address -> !machines.contains(address)).stream()
                .map(address -> error(Place.network("virtualAddress"), "%s is not in network.machines, %s"
                        .formatted(address, machines), "Write an address of that network.")).toList();
    }

    private static List<Defect> virtualAddressTaken(LabFacts facts) {
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
