package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.KubernetesVersion;
import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** The API server answers "no matches for kind" to anything else. */
final class ApiVersionServed extends ManifestRule {
    ApiVersionServed() {
        super("api-version", "The lab's Kubernetes serves every apiVersion of the manifests.", Severity.ERROR);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        KubernetesVersion version = facts.lab().kubernetes();
        return ApiVersion.of(object).filter(one -> one.isGone(version) || one.isEarly(version)).stream()
                .map(one -> new Flaw(object.body().at("apiVersion"), one.isGone(version)
                        ? "%s left Kubernetes with 1.%d".formatted(one.apiVersion(), one.gone())
                        : "%s came to Kubernetes with 1.%d".formatted(one.apiVersion(), one.since()),
                        "Take the version of this kind that Kubernetes %s has.".formatted(version.branch())));
    }
}
