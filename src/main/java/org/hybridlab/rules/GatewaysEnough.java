package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.NetworkMode;
import org.hybridlab.lab.Role;

/** One holder of an address cannot hand it over. */
final class GatewaysEnough implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("gateways-few",
                "With tor-winbridge and Windows machines, at least two Linux machines hold the gateways.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        NetworkMode mode = facts.lab().network().mode();
        long linux = facts.lab().machines().stream().filter(one -> !one.isWindows() && one.role() != Role.ETCD).count();
        return !facts.lab().hasWindows() || linux >= mode.traits().gateways() || facts.lab().joinsExisting() ? List.of()
                : List.of(error(Place.network("mode"), "%s needs %d Linux nodes that hold the gateways, and there is %d"
                        .formatted(mode.word(), mode.traits().gateways(), linux),
                        "Add a Linux worker; three are better than two."));
    }
}
