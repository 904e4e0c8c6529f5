package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** The plugin that makes endpoints must fit the HNS network, and be there. */
final class CniDelegate extends CniRule {
    CniDelegate() {
        super("cni-delegate", "The CNI plugin for Windows is the one of the network mode, which hybridlab brings.");
    }

    @Override
    Stream<Flaw> look(CniConfig config, Lab lab) {
        String right = lab.network().mode().traits().delegate();
        return config.type().equals(right) || lab.network().mode().traits().legacy() || lab.joinsExisting()
                ? Stream.of() : Stream.of(new Flaw(config.plugin().at("type"), "the mode %s goes with %s, not with %s"
                        .formatted(lab.network().mode().word(), right, config.type()), "Write `%s`.".formatted(right)));
    }
}
