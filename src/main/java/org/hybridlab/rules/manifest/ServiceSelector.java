package org.hybridlab.rules.manifest;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestNode;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** A Service without pods answers nobody. */
final class ServiceSelector extends ManifestRule {
    ServiceSelector() {
        super("service-selector", "A Service selects pods of the lab's apps, and ports that they have.",
                Severity.ERROR);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        ManifestNode selector = object.body().at("spec", "selector");
        // What is in kube-system, or made by programs for kinds of their own, is not known here.
        boolean judged = object.kind().equals("Service") && !selector.fields().isEmpty() && facts.allSeen()
                && !facts.lab().joinsExisting() && !object.namespace().startsWith("kube-")
                && facts.objects().allMatch(one -> ApiKinds.isGroup(ApiKinds.group(one.apiVersion())));
        if (!judged) {
            return Stream.of();
        }
        List<ManifestObject> pods = facts.objects().filter(one -> one.namespace().equals(object.namespace()))
                .filter(one -> matches(selector, labels(one))).toList();
        if (pods.isEmpty()) {
            return Stream.of(new Flaw(selector, "no pod of the lab's apps has these labels",
                    "Write labels as the pods have them, at spec.template.metadata."));
        }
        return object.body().at("spec", "ports").items().stream().map(port -> port.at("targetPort"))
                .filter(target -> target.text().filter(name -> !name.matches("[0-9]+")).isPresent())
                .filter(target -> pods.stream().noneMatch(pod -> names(pod, target.text().get())))
                .map(target -> new Flaw(target, "its pods have no port named " + target.text().get(),
                        "Name a port of a container so, or write its number."));
    }

    private static ManifestNode labels(ManifestObject object) {
        ManifestNode spec = object.body().at("spec");
        return switch (object.kind()) {
            case "Pod" -> object.body().at("metadata", "labels");
            case "CronJob" -> spec.at("jobTemplate", "spec", "template", "metadata", "labels");
            default -> PodSpec.of(object).isPresent() ? spec.at("template", "metadata", "labels")
                    : ManifestNode.NOTHING;
        };
    }

    private static boolean matches(ManifestNode selector, ManifestNode labels) {
        return labels.isPresent() && selector.fields().entrySet().stream()
                .allMatch((Map.Entry<String, ManifestNode> wanted) -> SelectorLabels.has(labels, wanted));
    }

    private static boolean names(ManifestObject pod, String port) {
        return PodSpec.of(pod).stream().flatMap(spec -> spec.containers().stream())
                .flatMap(container -> container.at("ports").items().stream())
                .anyMatch(one -> one.text("name").filter(port::equals).isPresent());
    }
}
