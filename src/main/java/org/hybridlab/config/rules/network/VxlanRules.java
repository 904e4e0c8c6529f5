package org.hybridlab.config.rules.network;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Defect.warning;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.NETWORK;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.config.model.Network;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class VxlanRules {
    /** flannel refuses smaller ones on Windows, and cuts larger ones to 16 bits (vxlan_windows.go). */
    private static final int FIRST_VNI = 4096;
    private static final int LAST_VNI = 65_535;
    private static final int WINDOWS_PORT = 4789;
    private static final int DEFAULT_VNI = 4096;
    private static final int DEFAULT_PORT = 4789;

    /** Windows reserves smaller numbers. */
    public static final Rule VNI_WINDOWS = Rule.of("vni-windows", "With Windows machines, the VNI is 4096 to 65535.",
            Set.of(NETWORK, MACHINES), VxlanRules::vniWindows);

    /** flannel refuses others on Windows (vxlan_windows.go). */
    public static final Rule VXLAN_PORT_WINDOWS = Rule.of("vxlan-port-windows",
            "With Windows machines, the VXLAN port is 4789.",
            Set.of(NETWORK, MACHINES), VxlanRules::vxlanPortWindows);

    public static final Rule VXLAN_UNUSED = Rule.of("vxlan-unused", "VNI and VXLAN port are written for VXLAN only.",
            Set.of(NETWORK), VxlanRules::vxlanUnused);

    private VxlanRules() {
    }

    private static List<Defect> vniWindows(LabFacts facts) {
        int vni = facts.lab().network().vni();
        boolean matters = facts.lab().hasWindows() && facts.lab().network().mode().traits().encapsulates();
        return !matters || vni >= FIRST_VNI && vni <= LAST_VNI ? List.of() : List.of(error(Place.network("vni"),
                "Windows cannot be on a VXLAN with the VNI %d".formatted(vni),
                        "Take 4096, or another one up to 65535."));
    }

    private static List<Defect> vxlanPortWindows(LabFacts facts) {
        int port = facts.lab().network().port();
        boolean matters = facts.lab().hasWindows() && facts.lab().network().mode().traits().encapsulates();
        return !matters || port == WINDOWS_PORT ? List.of() : List.of(error(Place.network("port"),
                "Windows speaks VXLAN on UDP port 4789 only, not %d".formatted(port),
                        "Write `port: 4789`, or leave it out."));
    }

    private static List<Defect> vxlanUnused(LabFacts facts) {
        Network network = facts.lab().network();
        if (network.mode().traits().encapsulates()) {
            return List.of();
        }
        return Stream.concat(
                network.vni() == DEFAULT_VNI ? Stream.empty() : Stream.of(unused("vni", network)),
                network.port() == DEFAULT_PORT ? Stream.empty() : Stream.of(unused("port", network))).toList();
    }

    private static Defect unused(String key, Network network) {
        return warning(Place.network(key), "network.%s means nothing with the mode %s"
                .formatted(key, network.mode().id()), "Leave it out.");
    }
}
