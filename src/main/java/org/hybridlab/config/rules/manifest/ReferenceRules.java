package org.hybridlab.config.rules.manifest;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import org.hybridlab.config.openapi.KubernetesApi;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

/** Names of other objects, which an API server does not look up. */
public final class ReferenceRules {
    /** A warning: somebody may create the object by hand, or a program. */
    public static final Rule REFERENCE_MISSING = ManifestRule.across("reference-missing",
            "What pods, claims and autoscalers refer to is brought by an app of the lab.",
            Severity.WARNING, ReferenceRules::referenceMissing);

    /** Created by Kubernetes. */
    private static final Set<String> MADE = Set.of("ConfigMap kube-root-ca.crt", "ServiceAccount default",
            "PriorityClass system-cluster-critical", "PriorityClass system-node-critical");

    /** @param keys of a ConfigMap or Secret */
    private record Brought(Map<String, Set<String>> keys) {
        private static String id(String kind, String namespace, String name) {
            return "%s %s/%s".formatted(kind, namespace, name);
        }

        static Brought by(LabFacts facts) {
            Map<String, Set<String>> keys = new HashMap<>();
            facts.objects().forEach(object -> keys.computeIfAbsent(id(object.kind(), object.namespace(),
                    object.name()), any -> new HashSet<>()).addAll(Stream.of("data", "binaryData", "stringData")
                    .flatMap(field -> object.body().at(field).fields().keySet().stream()).toList()));
            return new Brought(keys);
        }

        boolean has(String kind, String namespace, String name) {
            return keys.containsKey(id(kind, namespace, name)) || MADE.contains(kind + " " + name);
        }

        boolean hasKey(String kind, String namespace, String name, String key) {
            return keys.getOrDefault(id(kind, namespace, name), Set.of(key)).contains(key);
        }
    }

    private ReferenceRules() {
    }

    private static Function<ManifestObject, Stream<Flaw>> referenceMissing(LabFacts facts) {
        if (!facts.allSeen() || facts.lab().joinsExisting()) {
            return object -> Stream.of();
        }
        Brought brought = Brought.by(facts);
        return object -> object.namespace().startsWith("kube-") ? Stream.of()
                : Stream.concat(PodSpec.of(object).stream().flatMap(pod -> pod(pod, object, brought)),
                scaled(object, brought));
    }

    private static Stream<Flaw> scaled(ManifestObject object, Brought brought) {
        ManifestNode target = object.body().at("spec", "scaleTargetRef");
        return object.kind().equals("HorizontalPodAutoscaler")
                && KubernetesApi.isOwn(target.text("apiVersion").orElse(""))
                ? missing(target.at("name"), target.text("kind").orElse(""), object, brought) : Stream.of();
    }

    private static Stream<Flaw> pod(PodSpec spec, ManifestObject object, Brought brought) {
        ManifestNode pod = spec.node();
        Stream<Flaw> whole = Stream.of(missing(pod.at("serviceAccountName"), "ServiceAccount", object, brought),
                missing(pod.at("runtimeClassName"), "RuntimeClass", object, brought),
                missing(pod.at("priorityClassName"), "PriorityClass", object, brought)).flatMap(flaws -> flaws);
        Stream<ManifestNode> projected = pod.at("volumes").items().stream()
                .flatMap(volume -> volume.at("projected", "sources").items().stream());
        Stream<Flaw> volumes = Stream.concat(pod.at("volumes").items().stream(), projected).flatMap(volume ->
                Stream.of(source(volume.at("configMap"), "name", "ConfigMap", object, brought),
                        source(volume.at("secret"), volume.at("secret", "secretName").isPresent() ? "secretName"
                                : "name", "Secret", object, brought),
                        missing(volume.at("persistentVolumeClaim", "claimName"), "PersistentVolumeClaim", object,
                                brought)).flatMap(flaws -> flaws));
        Stream<Flaw> containers = spec.containers().stream().flatMap(container -> Stream.concat(
                        container.at("envFrom").items().stream().flatMap(from -> Stream.concat(
                                source(from.at("configMapRef"), "name", "ConfigMap", object, brought),
                                source(from.at("secretRef"), "name", "Secret", object, brought))),
                        container.at("env").items().stream().map(one -> one.at("valueFrom")).flatMap(from ->
                                Stream.concat(source(from.at("configMapKeyRef"), "name", "ConfigMap", object, brought),
                                        source(from.at("secretKeyRef"), "name", "Secret", object, brought)))));
        return Stream.of(whole, volumes, containers).flatMap(flaws -> flaws);
    }

    /** A ConfigMap or Secret, with the keys that it must have. */
    private static Stream<Flaw> source(ManifestNode source, String field, String kind, ManifestObject object,
                                       Brought brought) {
        if (!source.isPresent() || source.at("optional").isTrue()) {
            return Stream.of();
        }
        List<Flaw> absent = missing(source.at(field), kind, object, brought).toList();
        String name = source.text(field).orElse("");
        return !absent.isEmpty() ? absent.stream() : Stream.concat(source.present("key"), source.at("items").items()
                .stream().flatMap(item -> item.present("key"))).filter(key -> key.text().filter(text -> !brought.hasKey(
                kind, object.namespace(), name, text)).isPresent()).map(key -> new Flaw(key, "%s %s has no key %s"
                .formatted(kind, name, key.text().orElse("")), "Add it there, or write another key."));
    }

    private static Stream<Flaw> missing(ManifestNode name, String kind, ManifestObject object, Brought brought) {
        boolean everywhere = kind.equals("RuntimeClass") || kind.equals("PriorityClass");
        return Optional.of(name).filter(node -> node.text().filter(text -> !text.isEmpty() && !brought.has(kind,
                everywhere ? "default" : object.namespace(), text)).isPresent()).map(node -> new Flaw(node,
                "no app of the lab brings the %s %s".formatted(kind, node.text().orElse("")),
                "Add it to an app, or create it by hand before the pods start.")).stream();
    }
}
