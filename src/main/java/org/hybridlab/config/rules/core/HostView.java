package org.hybridlab.config.rules.core;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.LocalBox;

/**
 * What rules know of the host. Empty means unknown, and rules about it say nothing.
 *
 * @param networks that the host reaches, without the default route and the lab's own
 * @param nameServers that containers can reach too
 * @param boxes of hybridlab in Vagrant, for all providers
 * @param made machines of the lab that exist and need no box
 * @param standIns whether containers may stand in for Windows machines, in hybridlab's tests only
 */
public record HostView(OptionalInt memoryMiB, OptionalInt cores, Optional<Arch> arch, List<Cidr> networks,
                       List<Ipv4> nameServers, Optional<List<LocalBox>> boxes, Set<String> made, boolean standIns,
                       Optional<Bundled> bundled) {
    public HostView {
        networks = List.copyOf(networks);
        nameServers = List.copyOf(nameServers);
        boxes = boxes.map(List::copyOf);
        made = Set.copyOf(made);
    }

    public static HostView unknown() {
        return new HostView(OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), List.of(), List.of(),
                Optional.empty(), Set.of(), false, Optional.empty());
    }

    public HostView with(Bundled known) {
        return new HostView(memoryMiB, cores, arch, networks, nameServers, boxes, made, standIns, Optional.of(known));
    }

    /** For a lab that is up, whose stand-in containers exist. */
    public HostView withStandIns() {
        return new HostView(memoryMiB, cores, arch, networks, nameServers, boxes, made, true, bundled);
    }
}
