package org.hybridlab.rules.manifest;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestNode;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** The API server refuses a workload that does not find its own pods. */
final class SelectorLabels extends ManifestRule {
    private static final Set<String> WORKLOADS = Set.of("Deployment", "DaemonSet", "StatefulSet", "ReplicaSet");

    SelectorLabels() {
        super("selector-labels", "A workload's selector is there, and its pods have these labels.", Severity.ERROR);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        ManifestNode spec = object.body().at("spec");
        if (!WORKLOADS.contains(object.kind()) || !object.apiVersion().equals("apps/v1") || !spec.isPresent()) {
            return Stream.of();
        }
        ManifestNode labels = spec.at("template", "metadata", "labels");
        ManifestNode selector = spec.at("selector");
        if (selector.fields().isEmpty()) {
            return Stream.of(new Flaw(selector.or(spec), "it has no selector",
                    "Write `selector: {matchLabels: {...}}` with the labels of its template."));
        }
        return selector.at("matchLabels").fields().entrySet().stream()
                .filter(wanted -> !has(labels, wanted)).limit(1)
                .map(wanted -> new Flaw(wanted.getValue(), "its pods have no label %s: %s".formatted(wanted.getKey(),
                        wanted.getValue().text().orElse("")), "Write the same labels at spec.template.metadata."));
    }

    /** Whether these labels hold that one. */
    static boolean has(ManifestNode labels, Map.Entry<String, ManifestNode> wanted) {
        return labels.text(wanted.getKey()).equals(wanted.getValue().text());
    }
}
