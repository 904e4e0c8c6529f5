package org.hybridlab.rules;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Ipv4;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.NetworkMode;

/** Windows machines without flannel need a gateway for their pods, which only the cluster's own machines can hold. */
final class ClusterGateways implements Rule {
    private static final Place GATEWAYS = Place.of("cluster", "gateways");

    @Override
    public RuleEntry entry() {
        return new RuleEntry("cluster-gateways", "A lab whose Windows machines join a cluster with tor-winbridge names "
                + "at least two Linux machines of that cluster as their gateways; no other lab names any.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.CLUSTER, Section.NETWORK, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Lab lab = facts.lab();
        if (!lab.joinsExisting()) {
            return List.of();
        }
        List<Ipv4> gateways = lab.cluster().orElseThrow().gateways();
        if (!lab.hasGateways()) {
            return gateways.isEmpty() ? List.of() : List.of(error(GATEWAYS,
                    "only Windows machines with the mode %s have such gateways".formatted(
                            NetworkMode.TOR_WINBRIDGE.word()), "Leave `gateways` out."));
        }
        int least = lab.network().mode().traits().gateways();
        if (gateways.isEmpty()) {
            return List.of(error(Place.network("mode"),
                    "nobody would hold the gateways of the Windows machines' pods: %s needs %d Linux machines of the cluster"
                            .formatted(lab.network().mode().word(), least),
                    "Write two or three addresses as cluster.gateways; or take the mode of the cluster's flannel."));
        }
        List<Violation> violations = new ArrayList<>(addresses(lab, gateways));
        if (gateways.size() < least) {
            violations.add(error(GATEWAYS, "one machine alone cannot hand a gateway over",
                    "Name another Linux machine of the cluster; three are better than two."));
        }
        return violations;
    }

    private List<Violation> addresses(Lab lab, List<Ipv4> gateways) {
        List<Violation> violations = new ArrayList<>();
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
