package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;
import org.hybridlab.rules.Severity;

/** Deprecated since Kubernetes 1.14; a kubelet sets it still, and need not. */
final class OldOsLabel extends PodRule {
    OldOsLabel() {
        super("label-beta", "Node selectors use kubernetes.io/os and kubernetes.io/arch, not their beta names.",
                Severity.WARNING);
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        // They were the usual ones when the legacy mode was new.
        return lab.network().mode().traits().legacy() ? Stream.of()
                : Stream.of(PodSpec.OLD_OS_LABEL, "beta.kubernetes.io/arch").map(pod::selector)
                .filter(ManifestNode::isPresent).map(node -> new Flaw(node, "this label has had another name since "
                        + "Kubernetes 1.14", "Leave `beta.` out of it."));
    }
}
