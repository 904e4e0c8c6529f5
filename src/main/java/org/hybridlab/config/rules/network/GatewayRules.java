package org.hybridlab.config.rules.network;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.CLUSTER;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.NETWORK;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class GatewayRules {
    private static final int MOST = 250;
    private static final Place GATEWAYS = Place.of("cluster", "gateways");

    /** A single holder cannot hand the address over. */
    public static final Rule GATEWAYS_FEW = Rule.of("gateways-few",
            "With tor-winbridge and Windows machines, at least two Linux machines hold the gateways.",
            Set.of(NETWORK, MACHINES), GatewayRules::gatewaysFew);

    /** Each gateway needs an 8-bit virtual router id, and so may the API server (RFC 5798). */
    public static final Rule GATEWAYS_MANY = Rule.of("gateways-many",
            "With tor-winbridge, there are at most 250 Windows machines.",
            Set.of(NETWORK, MACHINES), GatewayRules::gatewaysMany);

    /** Without flannel, Windows machines need a gateway on machines of the cluster. */
    public static final Rule CLUSTER_GATEWAYS = Rule.of("cluster-gateways",
            "If Windows machines join a cluster with tor-winbridge, the lab names at least two Linux machines of "
            + "that cluster as gateways. No other lab names any.",
            Set.of(CLUSTER, NETWORK, MACHINES), GatewayRules::clusterGateways);

    private GatewayRules() {
    }

    private static List<Defect> gatewaysFew(LabFacts facts) {
        NetworkMode mode = facts.lab().network().mode();
        long linux = facts.lab().machines().stream().filter(one -> !one.isWindows() && one.role() != Role.ETCD).count();
        return !facts.lab().hasWindows() || linux >= mode.traits().gateways() || facts.lab().joinsExisting() ? List.of()
                : List.of(error(Place.network("mode"), "%s needs %d Linux nodes that hold the gateways, and there is %d"
                        .formatted(mode.id(), mode.traits().gateways(), linux),
                        "Add a Linux worker; three are better than two."));
    }

    private static List<Defect> gatewaysMany(LabFacts facts) {
        int windows = facts.lab().windowsMachines().size();
        return facts.lab().network().mode().traits().gateways() == 0 || windows <= MOST ? List.of()
                : List.of(error(Place.of("machines"), "%d Windows machines need more virtual routers than there are"
                        .formatted(windows), "Split the lab, or take another mode."));
    }

    private static List<Defect> clusterGateways(LabFacts facts) {
        Lab lab = facts.lab();
        if (!lab.joinsExisting()) {
            return List.of();
        }
        List<Ipv4> gateways = lab.cluster().orElseThrow().gateways();
        if (!lab.hasGateways()) {
            return gateways.isEmpty() ? List.of() : List.of(error(GATEWAYS,
                    "only Windows machines with the mode %s have such gateways".formatted(
                            NetworkMode.TOR_WINBRIDGE.id()), "Leave `gateways` out."));
        }
        int least = lab.network().mode().traits().gateways();
        if (gateways.isEmpty()) {
            return List.of(error(Place.network("mode"),
                    ("nobody would hold the gateways of the Windows machines' pods: "
                            + "%s needs %d Linux machines of the cluster")
                            .formatted(lab.network().mode().id(), least),
                    "Write two or three addresses as cluster.gateways; or take the mode of the cluster's flannel."));
        }
        List<Defect> violations = new ArrayList<>(addresses(lab, gateways));
        if (gateways.size() < least) {
            violations.add(error(GATEWAYS, "one machine alone cannot hand a gateway over",
                    "Name another Linux machine of the cluster; three are better than two."));
        }
        return violations;
    }

    private static List<Defect> addresses(Lab lab, List<Ipv4> gateways) {
        List<Defect> violations = new ArrayList<>();
        Set<Ipv4> seen = new HashSet<>();
        for (Ipv4 gateway : gateways) {
            if (!seen.add(gateway)) {
                violations.add(error(GATEWAYS, "%s is there twice".formatted(gateway), "Name another machine."));
            } else if (!lab.network().machines().contains(gateway)) {
                violations.add(error(GATEWAYS, "%s is not in network.machines, %s".formatted(gateway,
                        lab.network().machines()), "Name machines on the network that the lab's machines are in."));
            } else if (lab.machines().stream().anyMatch(machine -> machine.address().equals(gateway))) {
                violations.add(error(GATEWAYS, "%s is a machine of this lab".formatted(gateway),
                        "Name Linux machines that the cluster has."));
            }
        }
        return violations;
    }
}
