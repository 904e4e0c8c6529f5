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
 * What rules know of the host and of hybridlab on it. Empty means unknown, and the rule about it then says nothing.
 *
 * @param memoryMiB all of the host's memory
 * @param cores of the host
 * @param arch of the host
 * @param networks that the host reaches, without its default route and without the lab's own
 * @param nameServers of the host that containers can ask too
 * @param boxes that hybridlab made and Vagrant has, for all providers
 * @param made names of the lab's machines that exist, and no longer need their boxes
 * @param bundled what this installation can bring onto machines
 * @param standIns whether containers may stand in for Windows machines: in hybridlab's own tests only
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

    /** The same, where it is known what this installation can bring onto machines. */
    public HostView with(Bundled known) {
        return new HostView(memoryMiB, cores, arch, networks, nameServers, boxes, made, standIns, Optional.of(known));
    }

    /** The same, for a lab that is up: containers that stand in for its Windows machines are there already. */
    public HostView withStandIns() {
        return new HostView(memoryMiB, cores, arch, networks, nameServers, boxes, made, true, bundled);
    }
}
