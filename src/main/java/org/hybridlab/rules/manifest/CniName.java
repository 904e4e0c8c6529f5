package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** CNI, kube-proxy and flannel find the HNS network by its name. */
final class CniName extends CniRule {
    CniName() {
        super("cni-name", "CNI configuration for Windows has the name of the HNS network.");
    }

    @Override
    Stream<Flaw> look(CniConfig config, Lab lab) {
        String right = lab.network().hnsNetwork();
        return config.root().text("name").filter(name -> !name.equals(right)).stream()
                .map(name -> new Flaw(config.root().at("name"), "the HNS network is called %s, not %s"
                        .formatted(right, name), "Write `%s`.".formatted(right)));
    }
}
