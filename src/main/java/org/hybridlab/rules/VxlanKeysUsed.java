package org.hybridlab.rules;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.lab.Network;

/** Where nothing is wrapped in VXLAN, they mean nothing. */
final class VxlanKeysUsed implements Rule {
    private static final int VNI = 4096;
    private static final int PORT = 4789;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("vxlan-unused", "VNI and VXLAN port are written for VXLAN only.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Network network = facts.lab().network();
        if (network.mode().traits().encapsulates()) {
            return List.of();
        }
        return Stream.concat(
                network.vni() == VNI ? Stream.empty() : Stream.of(unused("vni", network)),
                network.port() == PORT ? Stream.empty() : Stream.of(unused("port", network))).toList();
    }

    private Violation unused(String key, Network network) {
        return warning(Place.network(key), "network.%s means nothing with the mode %s"
                .formatted(key, network.mode().word()), "Leave it out.");
    }
}
