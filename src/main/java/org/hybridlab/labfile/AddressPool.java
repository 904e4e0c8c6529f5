package org.hybridlab.labfile;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Ipv4;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Hands out the addresses of the machine network. The first is the host's own on most providers; the next nine stay
 * free for what else people put there, unless the network is small; the API server's virtual address is the last of
 * them.
 */
final class AddressPool {
    private static final long ROOMY = 64;
    private static final long VIRTUAL = 10;

    private final Cidr network;
    private final Problems problems;
    private final Set<Ipv4> taken = new HashSet<>();
    private long next;
    private boolean reported;

    AddressPool(Cidr network, Problems problems) {
        this.network = network;
        this.problems = problems;
        next = network.size() >= ROOMY ? 11 : 2;
    }

    void take(Ipv4 address) {
        taken.add(address);
    }

    /** The next address that no machine has; empty if there is none before the broadcast address. */
    Optional<Ipv4> next() {
        while (next < network.size() - 1) {
            Ipv4 address = network.address(next++);
            if (taken.add(address)) {
                return Optional.of(address);
            }
        }
        return Optional.empty();
    }

    /** An address for the API server of several control planes: the last that no machine gets by itself. */
    Optional<Ipv4> virtual() {
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
