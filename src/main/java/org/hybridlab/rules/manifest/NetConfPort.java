package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** flannel's own default on Linux is 8472. */
final class NetConfPort extends NetConfRule {
    NetConfPort() {
        super("netconf-port", "The Port of net-conf.json is `network.port`.");
    }

    @Override
    Stream<Flaw> look(ManifestNode conf, Lab lab) {
        String right = Integer.toString(lab.network().port());
        ManifestNode port = conf.at("Backend", "Port");
        return !vxlan(conf) || port.text().filter(right::equals).isPresent() ? Stream.of() : Stream.of(new Flaw(
                port.or(conf.at("Backend")), "the lab's VXLAN port is " + right,
                "Write \"Port\": %s.".formatted(right)));
    }
}
