package org.hybridlab.rules.manifest;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** flannel refuses both on Windows (vxlan_windows.go). */
final class NetConfWindows extends NetConfRule {
    NetConfWindows() {
        super("netconf-windows", "With Windows machines, net-conf.json asks for neither DirectRouting nor GBP.");
    }

    @Override
    Stream<Flaw> look(ManifestNode conf, Lab lab) {
        return lab.hasWindows() ? List.of("DirectRouting", "GBP").stream().map(key -> conf.at("Backend", key))
                .filter(ManifestNode::isTrue).map(node -> new Flaw(node, "flannel does not start on Windows with this",
                        "Leave it out.")) : Stream.of();
    }
}
