package org.hybridlab.rules.manifest;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** Kubernetes brings no controller of its own for it. */
final class IngressServed extends ManifestRule {
    private static final Set<String> KINDS = Set.of("Ingress", "Gateway", "HTTPRoute");
    private static final Pattern CONTROLLER = Pattern.compile(".*(ingress|traefik|contour|haproxy|kong|envoy|istio|"
            + "gateway|caddy|emissary|apisix).*");

    IngressServed() {
        super("ingress-controller", "Where there is an Ingress, an app of the lab brings a controller for it.",
                Severity.WARNING);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        return KINDS.contains(object.kind()) && !Provided.by(facts, CONTROLLER) ? Stream.of(new Flaw(object.body(),
                "nothing in the lab serves it, so nothing answers at its address",
                "Add a controller as an app, or open the Service by a NodePort.")) : Stream.of();
    }
}
