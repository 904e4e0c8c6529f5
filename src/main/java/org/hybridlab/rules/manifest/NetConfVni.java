package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** flannel's own default is 1, which it refuses on Windows. */
final class NetConfVni extends NetConfRule {
    NetConfVni() {
        super("netconf-vni", "The VNI of net-conf.json is `network.vni`.");
    }

    @Override
    Stream<Flaw> look(ManifestNode conf, Lab lab) {
        String right = Integer.toString(lab.network().vni());
        ManifestNode vni = conf.at("Backend", "VNI");
        return !vxlan(conf) || vni.text().filter(right::equals).isPresent() ? Stream.of() : Stream.of(new Flaw(
                vni.or(conf.at("Backend")), "the lab's VNI is " + right, "Write \"VNI\": %s.".formatted(right)));
    }
}
