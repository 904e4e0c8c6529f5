package org.hybridlab.rules;

import java.util.List;
import java.util.Set;


/** flannel refuses others on Windows (vxlan_windows.go). */
final class WindowsVxlanPort implements Rule {
    private static final int ONLY = 4789;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("vxlan-port-windows", "With Windows machines, the VXLAN port is 4789.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        int port = facts.lab().network().port();
        boolean matters = facts.lab().hasWindows() && facts.lab().network().mode().traits().encapsulates();
        return !matters || port == ONLY ? List.of() : List.of(error(Place.network("port"),
                "Windows speaks VXLAN on UDP port 4789 only, not %d".formatted(port),
                        "Write `port: 4789`, or leave it out."));
    }
}
