package org.hybridlab.rules.manifest;

import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** flannel moves packets and refuses none. */
final class PolicyEnforced extends ManifestRule {
    private static final Pattern ENFORCER = Pattern.compile(".*(calico|cilium|canal|kube-router|antrea|weave|"
            + "network-polic).*");

    PolicyEnforced() {
        super("network-policy", "Where there are NetworkPolicies, something in the lab holds them.", Severity.WARNING);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        return object.kind().equals("NetworkPolicy") && !Provided.by(facts, ENFORCER)
                ? Stream.of(new Flaw(object.body(),
                "nothing in the lab holds it: flannel lets every packet through",
                "Add what holds policies, for example kube-network-policies, or expect no effect.")) : Stream.of();
    }
}
