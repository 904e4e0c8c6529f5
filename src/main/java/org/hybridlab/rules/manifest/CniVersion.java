package org.hybridlab.rules.manifest;

import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** What the Windows plugins answer to (containernetworking/plugins). */
final class CniVersion extends CniRule {
    private static final Set<String> SPOKEN = Set.of("0.2.0", "0.3.0", "0.3.1", "1.0.0");

    CniVersion() {
        super("cni-version", "CNI configuration for Windows has a cniVersion that the plugins speak.");
    }

    @Override
    Stream<Flaw> look(CniConfig config, Lab lab) {
        return config.root().text("cniVersion").filter(version -> !SPOKEN.contains(version)).stream()
                .map(version -> new Flaw(config.root().at("cniVersion"), "the plugins do not speak CNI " + version,
                        "Write 1.0.0."));
    }
}
