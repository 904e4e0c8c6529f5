package org.hybridlab.config.rules.network;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.NETWORK;

import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class NetworkSizeRules {
    private static final int NODE_PREFIX = 24;
    /** kubeadm: PodSubnetNodeMaskMaxDiff is 16, and nodes get a /24. */
    private static final int LARGEST_PODS = 8;
    /** kubeadm: MaximumBitsForServiceSubnet is 20. */
    private static final int LARGEST_SERVICES = 12;
    private static final int SMALLEST_SERVICES = 28;

    /** The controller-manager gives each node a /24, and would run out. */
    public static final Rule PODS_NETWORK_SMALL = Rule.of("pods-network-small",
            "The pod network has a /24 for every node.",
            Set.of(NETWORK, MACHINES), NetworkSizeRules::podsNetworkSmall);

    /** flannel refuses smaller ones (pkg/subnet/config.go). */
    public static final Rule PODS_NETWORK_FLANNEL = Rule.of("pods-network-flannel",
            "The pod network has room for four /24, as flannel wants it.",
            Set.of(NETWORK, MACHINES), NetworkSizeRules::podsNetworkFlannel);

    public static final Rule PODS_NETWORK_LARGE = Rule.of("pods-network-large", "The pod network is a /8 or smaller.",
            Set.of(NETWORK), NetworkSizeRules::podsNetworkLarge);

    public static final Rule SERVICES_NETWORK_LARGE = Rule.of("services-network-large",
            "The service network is a /12 or smaller.",
            Set.of(NETWORK), NetworkSizeRules::servicesNetworkLarge);

    /** The cluster's DNS has the tenth address (kubeadm: MinimumAddressesInServiceSubnet). */
    public static final Rule SERVICES_NETWORK_SMALL = Rule.of("services-network-small",
            "The service network is a /28 or larger.",
            Set.of(NETWORK), NetworkSizeRules::servicesNetworkSmall);

    private NetworkSizeRules() {
    }

    private static List<Defect> podsNetworkSmall(LabFacts facts) {
        Cidr pods = facts.lab().network().pods();
        long nodes = facts.lab().nodes().size();
        return nodeSubnets(pods) >= nodes ? List.of() : List.of(error(Place.network("pods"),
                "%s holds %d networks of /24, and the lab has %d nodes".formatted(pods, nodeSubnets(pods), nodes),
                "Take a larger network, for example a /16."));
    }

    private static List<Defect> podsNetworkFlannel(LabFacts facts) {
        Cidr pods = facts.lab().network().pods();
        long subnets = nodeSubnets(pods);
        boolean otherRule = subnets < facts.lab().nodes().size();
        PodNetworkPlugin plugin = facts.lab().network().plugin();
        return otherRule || subnets >= plugin.leastNodeNetworks() ? List.of() : List.of(error(Place.network("pods"),
                "%s holds %d networks of /24, and %s wants %d".formatted(pods, subnets, plugin.title(),
                        plugin.leastNodeNetworks()),
                "Take at least a /22, for example a /16."));
    }

    private static List<Defect> podsNetworkLarge(LabFacts facts) {
        Cidr pods = facts.lab().network().pods();
        return pods.prefix() >= LARGEST_PODS ? List.of() : List.of(error(Place.network("pods"),
                "%s is too large for networks of /24: kubeadm takes at most 16 bits between the two".formatted(pods),
                "Take a /8 or smaller, for example 10.244.0.0/16."));
    }

    private static List<Defect> servicesNetworkLarge(LabFacts facts) {
        Cidr services = facts.lab().network().services();
        return services.prefix() >= LARGEST_SERVICES ? List.of() : List.of(error(Place.network("services"),
                "%s is too large: kubeadm takes a /12 at most".formatted(services), "Take for example 10.96.0.0/12."));
    }

    private static List<Defect> servicesNetworkSmall(LabFacts facts) {
        Cidr services = facts.lab().network().services();
        return services.prefix() <= SMALLEST_SERVICES ? List.of() : List.of(error(Place.network("services"),
                "%s has no tenth address for the cluster's DNS".formatted(services), "Take for example 10.96.0.0/12."));
    }

    /** Number of /24 node networks in the pod network (the controller-manager's default). */
    private static long nodeSubnets(Cidr pods) {
        return pods.prefix() > NODE_PREFIX ? 0 : 1L << (NODE_PREFIX - pods.prefix());
    }
}
