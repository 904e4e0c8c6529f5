package org.hybridlab.rules;

import java.util.List;
import java.util.Set;


/** Windows keeps smaller numbers for itself. */
final class WindowsVni implements Rule {
    /** flannel refuses smaller ones on Windows, and keeps only 16 bits of larger ones (vxlan_windows.go). */
    private static final int FIRST = 4096;
    private static final int LAST = 65_535;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("vni-windows", "With Windows machines, the VNI is 4096 to 65535.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        int vni = facts.lab().network().vni();
        boolean matters = facts.lab().hasWindows() && facts.lab().network().mode().traits().encapsulates();
        return !matters || vni >= FIRST && vni <= LAST ? List.of() : List.of(error(Place.network("vni"),
                "Windows cannot be on a VXLAN with the VNI %d".formatted(vni),
                        "Take 4096, or another one up to 65535."));
    }
}
