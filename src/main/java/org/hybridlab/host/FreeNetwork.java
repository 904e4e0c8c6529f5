package org.hybridlab.host;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Cidr;

public final class FreeNetwork {
    /** VirtualBox allows only the first one. */
    private static final List<Cidr> RANGES = Stream.of("192.168.56.0/21", "10.56.0.0/16", "172.16.0.0/12",
            "192.168.0.0/16", "10.0.0.0/8").map(Cidr::parse).toList();
    private static final int PREFIX = 24;

    private FreeNetwork() {
    }

    /**
     * The first free /24 of {@link #RANGES}.
     *
     * @param taken networks of the host and other labs, and the lab's pods and services
     * @param allowed range of the provider; empty: any
     * @throws LabException {@code no-free-network}
     */
    public static Cidr find(List<Cidr> taken, Optional<Cidr> allowed) {
        return RANGES.stream().flatMap(FreeNetwork::networks)
                .filter(free -> allowed.map(free::overlaps).orElse(true))
                .filter(free -> taken.stream().noneMatch(free::overlaps)).findFirst()
                .orElseThrow(() -> LabException.hostNotReady("no-free-network",
                        "All networks that machines could get are in use on this host.",
                        "Destroy a lab that you no longer need (`hybridlab list`), or set network.machines in the lab"
                                + " file."));
    }

    private static Stream<Cidr> networks(Cidr range) {
        return LongStream.range(0, range.size() >> (32 - PREFIX))
                .mapToObj(number -> new Cidr(range.address(number << (32 - PREFIX)), PREFIX));
    }
}
