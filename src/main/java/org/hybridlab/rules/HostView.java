package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.hybridlab.lab.Arch;
import org.hybridlab.lab.Cidr;

/**
 * What rules know of the host. Empty means unknown, and the rule about it then says nothing.
 *
 * @param memoryMiB all of the host's memory
 * @param cores of the host
 * @param arch of the host
 * @param networks that the host reaches, without its default route and without the lab's own
 * @param standIns whether containers may stand in for Windows machines: in hybridlab's own tests only
 */
public record HostView(OptionalInt memoryMiB, OptionalInt cores, Optional<Arch> arch, List<Cidr> networks,
                       boolean standIns) {
    public HostView {
        networks = List.copyOf(networks);
    }

    public static HostView unknown() {
        return new HostView(OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), List.of(), false);
    }
}
