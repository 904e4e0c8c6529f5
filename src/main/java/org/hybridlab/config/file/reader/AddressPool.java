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
 * Hands out the addresses of the machine network. The first is the host's own on most providers; the next nine stay
 * free for what else people put there, unless the network is small; the API server's virtual address is the last of
 * them. An address that a machine of the lab had before stays that machine's, also while the lab file does not name it:
 * only once no other is free, those of machines that are gone are handed out again.
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
     * @param remembered addresses that machines of this lab had, by name; those outside the network do not count
     * @param there names of machines that are there, or may be; asked only if it matters
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

    /** An address that the lab file gives to a machine; a machine that had it before gets another one. */
    void take(Ipv4 address) {
        taken.add(address);
        remembered.values().removeIf(address::equals);
    }

    /** The lab file has machines of these names: nobody else gets the addresses that they had. */
    void name(List<String> machines) {
        named.addAll(machines);
    }

    /** The address that the machine had before, else the next one; empty if there is none. */
    Optional<Ipv4> of(String machine) {
        Optional<Ipv4> own = Optional.ofNullable(remembered.remove(machine))
                .filter(address -> !remembered.containsValue(address) || isThere(machine) || others(address)
                        .noneMatch(this::isThere));
        return own.filter(taken::add).or(this::next);
    }

    /** Those that had the address, too: it was handed out again while this one was gone. */
    private Stream<String> others(Ipv4 address) {
        return remembered.entrySet().stream().filter(one -> one.getValue().equals(address)).map(Map.Entry::getKey);
    }

    private boolean isThere(String machine) {
        return machine.equals(OpenChoices.VIRTUAL_ADDRESS) || there.get().contains(machine);
    }

    /** The next address that no machine has; empty if there is none before the broadcast address. */
    private Optional<Ipv4> next() {
        while (next < network.size() - 1) {
            Ipv4 address = network.address(next++);
            if (!remembered.containsValue(address) && taken.add(address)) {
                return Optional.of(address);
            }
        }
        return ofGone();
    }

    /** The lowest address of machines that are gone, and that the lab file does not name. */
    private Optional<Ipv4> ofGone() {
        return remembered.values().stream().filter(address -> !taken.contains(address))
                .filter(address -> others(address).noneMatch(one -> named.contains(one) || isThere(one)))
                .min(Comparator.naturalOrder()).filter(taken::add);
    }

    /** Whether the lab's API server had an address of its own before. */
    boolean hadVirtual() {
        return remembered.containsKey(OpenChoices.VIRTUAL_ADDRESS);
    }

    /** An address for the API server of several control planes: the last that no machine gets by itself. */
    Optional<Ipv4> virtual() {
        if (hadVirtual()) {
            return of(OpenChoices.VIRTUAL_ADDRESS);
        }
        if (network.size() >= ROOMY && taken.add(network.address(VIRTUAL))) {
            return Optional.of(network.address(VIRTUAL));
        }
        return next();
    }

    /** Reports, once, that the machine at that node gets no address. */
    void exhausted(Node machine) {
        if (!reported) {
            problems.report(ReadingRules.POOL_TOO_SMALL, machine.getStartMark(),
                    "%s has no address left for this machine".formatted(network),
                    leaving().map("%s has one and leaves. Run `up` without this machine first, which frees it."
                            ::formatted).orElse("Write a larger network for network.machines, for example a /24."));
            reported = true;
        }
    }

    /** A machine that is there and that the lab file no longer names. */
    private Optional<String> leaving() {
        return remembered.keySet().stream().filter(one -> !one.equals(OpenChoices.VIRTUAL_ADDRESS))
                .filter(one -> !named.contains(one) && isThere(one)).findFirst();
    }
}
