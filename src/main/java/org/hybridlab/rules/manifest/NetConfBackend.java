package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** All machines of a lab are in one network, by one way. */
final class NetConfBackend extends NetConfRule {
    NetConfBackend() {
        super("netconf-backend", "The Backend of net-conf.json is that of the network mode.");
    }

    @Override
    Stream<Flaw> look(ManifestNode conf, Lab lab) {
        String right = lab.network().mode().traits().backend();
        return conf.text("Backend", "Type").filter(type -> !type.equals(right)).stream()
                .map(type -> new Flaw(conf.at("Backend", "Type"), "the mode %s has the backend %s, not %s"
                        .formatted(lab.network().mode().word(), right, type), "Write `%s`.".formatted(right)));
    }
}
