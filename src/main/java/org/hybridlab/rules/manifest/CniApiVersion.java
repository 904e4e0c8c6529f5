package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;

/** The first version speaks to Docker only; with containerd its endpoints are not found (sig-windows-tools, 102). */
final class CniApiVersion extends CniRule {
    CniApiVersion() {
        super("cni-api-version", "With containerd, win-overlay and win-bridge have apiVersion 2.");
    }

    @Override
    Stream<Flaw> look(CniConfig config, Lab lab) {
        boolean matters = config.readsPolicies() && lab.network().mode().traits().runtime().equals("containerd");
        return !matters || config.plugin().text("apiVersion").filter("2"::equals).isPresent() ? Stream.of()
                : Stream.of(new Flaw(config.plugin().at("apiVersion").or(config.plugin()),
                        "the plugin would speak to Docker, which the lab does not have", "Write \"apiVersion\": 2."));
    }
}
