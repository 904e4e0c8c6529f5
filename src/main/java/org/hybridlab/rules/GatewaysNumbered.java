package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** Each gateway has a virtual router id of its own, of 8 bits, and the API server's may need one too (RFC 5798). */
final class GatewaysNumbered implements Rule {
    private static final int MOST = 250;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("gateways-many", "With tor-winbridge, there are at most 250 Windows machines.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        int windows = facts.lab().windowsMachines().size();
        return facts.lab().network().mode().traits().gateways() == 0 || windows <= MOST ? List.of()
                : List.of(error(Place.of("machines"), "%d Windows machines need more virtual routers than there are"
                        .formatted(windows), "Split the lab, or take another mode."));
    }
}
