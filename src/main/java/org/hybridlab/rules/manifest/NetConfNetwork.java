package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** Nodes get their pod networks from Kubernetes; flannel must route the same. */
final class NetConfNetwork extends NetConfRule {
    NetConfNetwork() {
        super("netconf-network", "The Network of net-conf.json is `network.pods`.");
    }

    @Override
    Stream<Flaw> look(ManifestNode conf, Lab lab) {
        String right = lab.network().pods().toString();
        return conf.text("Network").filter(network -> !network.equals(right)).stream()
                .map(network -> new Flaw(conf.at("Network"), "the lab's pods are in %s, not in %s"
                        .formatted(right, network), "Write %s.".formatted(right)));
    }
}
