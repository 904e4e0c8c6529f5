package org.hybridlab.host;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Cidr;

/** Finds a network for the machines of a lab that names none. */
public final class FreeNetwork {
    private FreeNetwork() {
    }

    /**
     * The /24s of 192.168.56.0/21 come first, because VirtualBox allows no others; then those of 10.56.0.0/16.
     *
     * @param taken the host's networks, other labs' ones, the lab's own pods and services
     * @param allowed where the provider allows machine networks; empty: anywhere
     * @throws LabException {@code no-free-network}
     */
    public static Cidr find(List<Cidr> taken, Optional<Cidr> allowed) {
        return Stream.concat(networks("192.168.%d.0/24", 56, 64), networks("10.56.%d.0/24", 0, 256))
                .filter(free -> allowed.map(free::overlaps).orElse(true))
                .filter(free -> taken.stream().noneMatch(free::overlaps)).findFirst()
                .orElseThrow(() -> LabException.hostNotReady("no-free-network",
                        "All networks that machines could get are in use on this host.",
                        "Destroy a lab that you no longer need (`hybridlab list`), or set network.machines in the lab"
                                + " file."));
    }

    private static Stream<Cidr> networks(String pattern, int from, int until) {
        return IntStream.range(from, until).mapToObj(pattern::formatted).map(Cidr::parse);
    }
}
