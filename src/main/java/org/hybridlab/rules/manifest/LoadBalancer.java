package org.hybridlab.rules.manifest;

import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** Nothing in a lab hands out addresses for them; the Service's NodePort works all the same. */
final class LoadBalancer extends ManifestRule {
    /** MetalLB's and Cilium's, of which Services get their addresses. */
    private static final Set<String> POOLS = Set.of("IPAddressPool", "CiliumLoadBalancerIPPool");

    LoadBalancer() {
        super("load-balancer", "No Service waits for a load balancer that a lab does not have.", Severity.WARNING);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        boolean waits = object.kind().equals("Service")
                && object.body().text("spec", "type").filter("LoadBalancer"::equals).isPresent();
        return waits && !handedOut(facts) ? Stream.of(new Flaw(object.body().at("spec", "type"),
                "nothing in the lab gives the Service an address, so it stays pending",
                "Write `type: NodePort` and a nodePort.")) : Stream.of();
    }

    /** A template may be such a pool. */
    private static boolean handedOut(LabFacts facts) {
        return facts.lab().joinsExisting() || facts.apps().stream().anyMatch(app -> !app.complete()
                || app.objects().stream().anyMatch(one -> POOLS.contains(one.kind())));
    }
}
