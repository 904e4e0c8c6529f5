package org.hybridlab.rules.manifest;

import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestNode;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** Nobody makes a namespace because something is to come into it. */
final class NamespaceThere extends ManifestRule {
    private static final Set<String> ALWAYS = Set.of("default", "kube-system", "kube-public", "kube-node-lease",
            "kube-flannel");

    NamespaceThere() {
        super("namespace-unknown", "The namespace of an object is the cluster's, or an app of the lab brings it.",
                Severity.ERROR);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        ManifestNode namespace = object.body().at("metadata", "namespace");
        boolean known = namespace.text().filter(name -> !ALWAYS.contains(name)).isEmpty()
                || facts.lab().joinsExisting() || !facts.allSeen() || facts.objects()
                        .filter(one -> one.kind().equals("Namespace"))
                        .anyMatch(one -> one.name().equals(namespace.text().get()));
        return known ? Stream.of() : Stream.of(new Flaw(namespace, "there is no namespace " + namespace.text().get(),
                "Add a Namespace of that name to the app, or leave `namespace` out."));
    }
}
