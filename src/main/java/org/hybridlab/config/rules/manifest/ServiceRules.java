package org.hybridlab.config.rules.manifest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.openapi.KubernetesApi;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

public final class ServiceRules {
    private static final Set<String> WORKLOADS = Set.of("Deployment", "DaemonSet", "StatefulSet", "ReplicaSet");
    /** Set on pods by controllers, so templates lack them. */
    private static final Set<String> SET_LATER = Set.of("statefulset.kubernetes.io/pod-name",
            "apps.kubernetes.io/pod-index", "batch.kubernetes.io/job-name", "batch.kubernetes.io/controller-uid",
            "batch.kubernetes.io/job-completion-index", "job-name", "controller-uid", "controller-revision-hash",
            "pod-template-hash", "pod-template-generation");
    private static final Set<String> WITH_NODE_PORTS = Set.of("NodePort", "LoadBalancer");
    /** Address pools of MetalLB and Cilium. */
    private static final Set<String> POOLS = Set.of("IPAddressPool", "CiliumLoadBalancerIPPool");

    /** The API server refuses a workload that does not select its own pods. */
    public static final Rule SELECTOR_LABELS = ManifestRule.of("selector-labels",
            "A workload's pods have the labels that its selector names.",
            Severity.ERROR, ServiceRules::selectorLabels);

    public static final Rule SERVICE_SELECTOR = ManifestRule.across("service-selector",
            "A Service selects pods of the lab's apps, and ports that they have.",
            Severity.WARNING, ServiceRules::serviceSelector);

    public static final Rule PORT_INVALID = ManifestRule.of("port-invalid",
            "Ports are 1 to 65535, and only a Service of type NodePort or LoadBalancer has NodePorts.",
            Severity.ERROR, ServiceRules::portInvalid);

    /** A lab has nothing that assigns such addresses. The NodePort still works. */
    public static final Rule LOAD_BALANCER = ManifestRule.across("load-balancer",
            "No Service waits for a load balancer that a lab does not have.",
            Severity.WARNING, ServiceRules::loadBalancer);

    private ServiceRules() {
    }

    private static Stream<Flaw> selectorLabels(ManifestObject object, Lab lab) {
        ManifestNode spec = object.body().at("spec");
        if (!WORKLOADS.contains(object.kind()) || !object.apiVersion().equals("apps/v1") || !spec.isPresent()) {
            return Stream.of();
        }
        ManifestNode labels = spec.at("template", "metadata", "labels");
        return spec.at("selector", "matchLabels").fields().entrySet().stream()
                .filter(wanted -> !has(labels, wanted)).limit(1)
                .map(wanted -> new Flaw(wanted.getValue(), "its pods have no label %s: %s".formatted(wanted.getKey(),
                        wanted.getValue().text().orElse("")), "Write the same labels at spec.template.metadata."));
    }

    private static boolean has(ManifestNode labels, Map.Entry<String, ManifestNode> wanted) {
        return labels.text(wanted.getKey()).equals(wanted.getValue().text());
    }

    private static Function<ManifestObject, Stream<Flaw>> serviceSelector(LabFacts facts) {
        // Pods in kube-system, or of custom kinds, are unknown here.
        boolean judged = facts.allSeen() && !facts.lab().joinsExisting()
                && facts.objects().allMatch(one -> KubernetesApi.isOwn(one.apiVersion()));
        Map<List<String>, List<ManifestObject>> pods = new HashMap<>();
        facts.objects().filter(one -> judged && PodSpec.of(one).isPresent())
                .forEach(pod -> keys(pod.namespace(), labels(pod).fields())
                        .forEach(key -> pods.computeIfAbsent(key, any -> new ArrayList<>()).add(pod)));
        Map<Set<List<String>>, Optional<Set<String>>> ports = new HashMap<>();
        return object -> !judged || !object.kind().equals("Service") || object.namespace().startsWith("kube-")
                || object.body().text("spec", "type").equals(Optional.of("ExternalName"))
                || object.body().at("spec", "selector").fields().isEmpty() ? Stream.of()
                : serviceSelector(object, ports.computeIfAbsent(keys(object.namespace(),
                        object.body().at("spec", "selector").fields()), wanted -> portNames(wanted, pods)));
    }

    /** @param ports port names of the selected pods; empty if there is no such pod */
    private static Stream<Flaw> serviceSelector(ManifestObject object, Optional<Set<String>> ports) {
        if (ports.isEmpty()) {
            return Stream.of(new Flaw(object.body().at("spec", "selector"),
                    "no pod of the lab's apps has these labels",
                    "Write labels as the pods have them, at spec.template.metadata."));
        }
        return object.body().at("spec", "ports").items().stream().map(port -> port.at("targetPort"))
                .filter(target -> target.text().filter(name -> !name.matches("[0-9]+")).isPresent())
                .filter(target -> !ports.get().contains(target.text().get()))
                .map(target -> new Flaw(target, "its pods have no port named " + target.text().get(),
                        "Name a port of a container so, or write its number."));
    }

    /** Of its pods. */
    static ManifestNode labels(ManifestObject object) {
        ManifestNode spec = object.body().at("spec");
        return switch (object.kind()) {
            case "Pod" -> object.body().at("metadata", "labels");
            case "CronJob" -> spec.at("jobTemplate", "spec", "template", "metadata", "labels");
            default -> spec.at("template", "metadata", "labels");
        };
    }

    /** Index keys of a pod or a selector: the namespace with each label. */
    private static Set<List<String>> keys(String namespace, Map<String, ManifestNode> labels) {
        return Stream.concat(Stream.of(List.of(namespace)), labels.entrySet().stream()
                .filter(label -> label.getValue().text().isPresent() && !SET_LATER.contains(label.getKey()))
                .map(label -> List.of(namespace, label.getKey(), label.getValue().text().get())))
                .collect(Collectors.toSet());
    }

    /** Looks at the pods of the rarest label only. */
    private static Optional<Set<String>> portNames(Set<List<String>> wanted,
                                                   Map<List<String>, List<ManifestObject>> pods) {
        List<ManifestObject> selected = wanted.stream().map(key -> pods.getOrDefault(key, List.of()))
                .min(Comparator.comparingInt(List::size)).orElseThrow().stream()
                .filter(pod -> keys(pod.namespace(), labels(pod).fields()).containsAll(wanted)).toList();
        return selected.isEmpty() ? Optional.empty() : Optional.of(selected.stream()
                .flatMap(pod -> PodSpec.of(pod).stream()).flatMap(spec -> spec.containers().stream())
                .flatMap(container -> container.at("ports").items().stream())
                .flatMap(port -> port.text("name").stream()).collect(Collectors.toSet()));
    }

    private static Stream<Flaw> portInvalid(ManifestObject object, Lab lab) {
        Stream<ManifestNode> ofContainers = PodSpec.of(object).stream().flatMap(pod -> pod.containers().stream())
                .flatMap(container -> container.at("ports").items().stream())
                .flatMap(port -> Stream.concat(port.present("containerPort"), port.present("hostPort")
                        .filter(ServiceRules::isSet)));
        return object.kind().equals("Service") ? service(object.body().at("spec"))
                : ofContainers.flatMap(ServiceRules::outside);
    }

    private static Stream<Flaw> service(ManifestNode spec) {
        Optional<String> type = spec.text("type");
        return spec.at("ports").items().stream().flatMap(port -> {
            Stream<Flaw> wrong = Stream.concat(port.present("port"), port.present("targetPort")
                    .filter(ServiceRules::isSet))
                    .filter(node -> node.text().filter(text -> text.matches("-?[0-9]+")).isPresent())
                    .flatMap(ServiceRules::outside);
            Stream<Flaw> useless = type.filter(WITH_NODE_PORTS::contains).isPresent() ? Stream.of()
                    : port.present("nodePort").filter(ServiceRules::isSet)
                            .map(node -> new Flaw(node, "a Service of type %s has no NodePort"
                                    .formatted(type.orElse("ClusterIP")), "Write `type: NodePort`."));
            return Stream.concat(wrong, useless);
        });
    }

    /** The API server takes 0 and null for a port that is not written. */
    private static boolean isSet(ManifestNode port) {
        return port.text().filter(text -> !text.equals("0")).isPresent();
    }

    static Stream<Flaw> outside(ManifestNode port) {
        boolean good = port.text().filter(text -> text.matches("[0-9]{1,5}")).map(Integer::parseInt)
                .filter(number -> number >= 1 && number <= 65_535).isPresent();
        return good ? Stream.of() : Stream.of(new Flaw(port, "there is no port " + port.text().orElse("like this"),
                "Write a number from 1 to 65535."));
    }

    private static Function<ManifestObject, Stream<Flaw>> loadBalancer(LabFacts facts) {
        return handedOut(facts) ? object -> Stream.of() : object -> object.kind().equals("Service")
                && object.body().text("spec", "type").filter("LoadBalancer"::equals).isPresent()
                ? Stream.of(new Flaw(object.body().at("spec", "type"),
                "nothing in the lab gives the Service an address, so it stays pending",
                "Write `type: NodePort` and a nodePort.")) : Stream.of();
    }

    /** A template may be an address pool. */
    private static boolean handedOut(LabFacts facts) {
        return facts.lab().joinsExisting() || facts.apps().stream().anyMatch(app -> !app.complete()
                || app.objects().stream().anyMatch(one -> POOLS.contains(one.kind())));
    }
}
