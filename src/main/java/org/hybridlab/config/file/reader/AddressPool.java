package org.hybridlab.config.file.reader;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Hands out the addresses of the machine network. The first is the host's own on most providers; the next nine stay
 * free for what else people put there, unless the network is small; the API server's virtual address is the last of
 * them. An address that a machine of the lab had before stays that machine's, also while the lab file does not name it.
 */
final class AddressPool {
    private static final long ROOMY = 64;
    private static final long VIRTUAL = 10;

    private final Cidr network;
    private final Problems problems;
    private final Set<Ipv4> taken = new HashSet<>();
    private final Map<String, Ipv4> remembered = new HashMap<>();
    private long next;
    private boolean reported;

    /** @param remembered addresses that machines of this lab had, by name; those outside the network do not count */
    AddressPool(Cidr network, Map<String, Ipv4> remembered, Problems problems) {
        this.network = network;
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
        remembered.values().remove(address);
    }

    /** The address that the machine had before, else the next one; empty if there is none. */
    Optional<Ipv4> of(String machine) {
        return Optional.ofNullable(remembered.remove(machine)).filter(taken::add).or(this::next);
    }

    /** The next address that no machine has; empty if there is none before the broadcast address. */
    private Optional<Ipv4> next() {
        while (next < network.size() - 1) {
            Ipv4 address = network.address(next++);
            if (!remembered.containsValue(address) && taken.add(address)) {
                return Optional.of(address);
            }
        }
        return Optional.empty();
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
                    "Write a larger network for network.machines, for example a /24.");
            reported = true;
        }
    }
}
