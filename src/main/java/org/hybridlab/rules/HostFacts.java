package org.hybridlab.rules;

import java.util.List;
import java.util.OptionalInt;

import org.hybridlab.lab.Cidr;

/**
 * What rules know of the host. Empty means unknown, and the rule about it then says nothing.
 *
 * @param memoryMiB all of the host's memory
 * @param cores of the host
 * @param routes networks that the host reaches, without those that the lab itself made
 */
public record HostFacts(OptionalInt memoryMiB, OptionalInt cores, List<Route> routes) {
    public HostFacts {
        routes = List.copyOf(routes);
    }

    public static HostFacts unknown() {
        return new HostFacts(OptionalInt.empty(), OptionalInt.empty(), List.of());
    }

    /**
     * A network that the host reaches.
     *
     * @param through the interface, for example {@code docker0}
     */
    public record Route(Cidr network, String through) {
    }
}
