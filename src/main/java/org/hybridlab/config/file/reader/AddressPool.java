package org.hybridlab.config.file.reader;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Assigns addresses of the machine network. The first is usually the host's, and the next nine are reserved; the API
 * server's virtual address is the last of those. A small network has no reserve. Machines keep their addresses, even
 * while the lab file does not name them. Addresses of machines that are gone are used last.
 */
final class AddressPool {
    private static final long ROOMY = 64;
    private static final long VIRTUAL = 10;

    private final Cidr network;
    private final Problems problems;
    private final Set<Ipv4> taken = new HashSet<>();
    private final Map<String, Ipv4> remembered = new TreeMap<>();
    private final Supplier<Set<String>> there;
    private final Set<String> named = new HashSet<>();
    private long next;
    private boolean reported;

    /**
     * @param remembered earlier addresses by machine; those outside the network are ignored
     * @param there machines that exist, or may exist; read only if it matters
     */
    AddressPool(Cidr network, Map<String, Ipv4> remembered, Supplier<Set<String>> there, Problems problems) {
        this.network = network;
        this.there = there;
        this.problems = problems;
        next = network.size() >= ROOMY ? 11 : 2;
        remembered.forEach((name, address) -> {
            if (network.contains(address)) {
                this.remembered.put(name, address);
            }
        });
    }

    /** Reserves an address of the lab file. A machine that had it before gets another one. */
    void take(Ipv4 address) {
        taken.add(address);
        remembered.values().removeIf(address::equals);
    }

    /** Reserves the earlier addresses of these machines. */
    void name(List<String> machines) {
        named.addAll(machines);
    }

    /** The machine's earlier address, or the next one; empty if there is none. */
    Optional<Ipv4> of(String machine) {
        Optional<Ipv4> own = Optional.ofNullable(remembered.remove(machine))
                .filter(address -> !remembered.containsValue(address) || isThere(machine) || others(address)
                        .noneMatch(this::isThere));
        return own.filter(taken::add).or(this::next);
    }

    /** Other machines that had the address, which was reused while this one was gone. */
    private Stream<String> others(Ipv4 address) {
        return remembered.entrySet().stream().filter(one -> one.getValue().equals(address)).map(Map.Entry::getKey);
    }

    private boolean isThere(String machine) {
        return machine.equals(OpenChoices.VIRTUAL_ADDRESS) || there.get().contains(machine);
    }

    /** The next free address, if any before the broadcast address. */
    private Optional<Ipv4> next() {
        while (next < network.size() - 1) {
            Ipv4 address = network.address(next++);
            if (!remembered.containsValue(address) && taken.add(address)) {
                return Optional.of(address);
            }
        }
        return ofGone();
    }

    /** The lowest address of a machine that is gone and that the lab file does not name. */
    private Optional<Ipv4> ofGone() {
        return remembered.values().stream().filter(address -> !taken.contains(address))
                .filter(address -> others(address).noneMatch(one -> named.contains(one) || isThere(one)))
                .min(Comparator.naturalOrder()).filter(taken::add);
    }

    boolean hadVirtual() {
        return remembered.containsKey(OpenChoices.VIRTUAL_ADDRESS);
    }

    /** The virtual address of the API server: the last of the reserve. */
    Optional<Ipv4> virtual() {
        if (hadVirtual()) {
            return of(OpenChoices.VIRTUAL_ADDRESS);
        }
        if (network.size() >= ROOMY && taken.add(network.address(VIRTUAL))) {
            return Optional.of(network.address(VIRTUAL));
        }
        return next();
    }

    /** Reports once that there are no addresses left. */
    void exhausted(Node machine) {
        if (!reported) {
            problems.report(ReadingRules.POOL_TOO_SMALL, machine.getStartMark(),
                    "%s has no address left for this machine".formatted(network),
                    leaving().map("%s has one and leaves. Run `up` without this machine first, which frees it."
                            ::formatted).orElse("Write a larger network for network.machines, for example a /24."));
            reported = true;
        }
    }

    /** A machine that exists, but is not in the lab file any more. */
    private Optional<String> leaving() {
        return remembered.keySet().stream().filter(one -> !one.equals(OpenChoices.VIRTUAL_ADDRESS))
                .filter(one -> !named.contains(one) && isThere(one)).findFirst();
    }
}
