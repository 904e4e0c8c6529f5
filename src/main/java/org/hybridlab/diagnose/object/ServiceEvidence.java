package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;

final class ServiceEvidence {
    private static final List<String> WORKLOADS = List.of("/apis/apps/v1/deployments", "/apis/apps/v1/statefulsets",
            "/apis/apps/v1/daemonsets");
    private static final List<String> WITH_TEMPLATES = List.of("/apis/apps/v1/deployments",
            "/apis/apps/v1/statefulsets", "/apis/apps/v1/daemonsets", "/apis/apps/v1/replicasets",
            "/apis/batch/v1/jobs");
    /** Time for a load balancer to assign addresses. */
    private static final Duration MOMENT = Duration.ofSeconds(30);

    private ServiceEvidence() {
    }

    /**
     * A workload without pods still has labels in its template.
     *
     * @param podless paths of services that are explained already
     */
    static void selectors(ClusterLists lists, Set<String> podless, ObjectLines lines) {
        for (LiveObject service : lists.of("/api/v1/services")) {
            Map<String, String> selector = LiveObject.texts(service.at("spec", "selector"));
            String path = "/api/v1/namespaces/%s/services/%s".formatted(service.namespace(), service.name());
            if (selector.isEmpty() || podless.contains(path) || service.isEnding()
                    || service.text("spec", "type").equals("ExternalName")
                    || labels(lists, service.namespace()).anyMatch(labels ->
                            labels.entrySet().containsAll(selector.entrySet()))) {
                continue;
            }
            lines.say("Service %s%s selects %s, which no pod has%s".formatted(service.fullName(),
                    service.isOfTheLab() ? ", which `up` made," : "", text(selector), service.isOfTheLab() ? ""
                    : candidate(lists, service).map(one -> "; %s has %s".formatted(one.name(),
                            text(LiveObject.texts(one.at("spec", "selector", "matchLabels"))))).orElse("")));
        }
    }

    private static Stream<Map<String, String>> labels(ClusterLists lists, String namespace) {
        List<JsonNode> labels = new ArrayList<>();
        lists.of("/api/v1/pods").stream().filter(pod -> pod.namespace().equals(namespace))
                .forEach(pod -> labels.add(pod.at("metadata", "labels")));
        WITH_TEMPLATES.forEach(path -> lists.of(path).stream().filter(one -> one.namespace().equals(namespace))
                .forEach(one -> labels.add(one.at("spec", "template", "metadata", "labels"))));
        return labels.stream().map(LiveObject::texts);
    }

    /** The workload that the service may be meant for: that of its name, or the only one. */
    private static Optional<LiveObject> candidate(ClusterLists lists, LiveObject service) {
        List<LiveObject> there = WORKLOADS.stream().flatMap(path -> lists.of(path).stream())
                .filter(one -> one.namespace().equals(service.namespace())).toList();
        return there.stream().filter(one -> one.name().equals(service.name())).findFirst()
                .or(() -> there.size() == 1 ? Optional.of(there.get(0)) : Optional.empty());
    }

    private static String text(Map<String, String> labels) {
        return labels.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue())
                .collect(Collectors.joining(","));
    }

    /** Checks reach the lab's own services by NodePort. */
    static void loadBalancers(ClusterLists lists, ObjectLines lines) {
        lists.of("/api/v1/services").stream().filter(service -> service.text("spec", "type").equals("LoadBalancer")
                && !service.isOfTheLab() && service.isOlderThan(MOMENT, lists.now())
                && service.at("status", "loadBalancer", "ingress").isEmpty()).forEach(service ->
                lines.say("Service %s waits for the address of a load balancer".formatted(service.fullName())));
    }

    static void ingresses(ClusterLists lists, ObjectLines lines) {
        List<String> classes = lists.of("/apis/networking.k8s.io/v1/ingressclasses").stream().map(LiveObject::name)
                .toList();
        lists.of("/apis/networking.k8s.io/v1/ingresses").stream()
                .filter(ingress -> ingress.at("status", "loadBalancer", "ingress").isEmpty()
                        && (classes.isEmpty() || !ingress.text("spec", "ingressClassName").isEmpty()
                        && !classes.contains(ingress.text("spec", "ingressClassName"))))
                .forEach(ingress -> lines.say("Ingress %s asks for the class '%s', which no controller serves"
                        .formatted(ingress.fullName(), ingress.text("spec", "ingressClassName"))));
    }

    /**
     * Target ports that pods lack. Containers may listen on undeclared ports, so only services without any match
     * count.
     */
    static void ports(ClusterLists lists, ObjectLines lines) {
        for (LiveObject service : lists.of("/api/v1/services")) {
            List<LiveObject> pods = selected(lists, service);
            Set<String> names = stated(pods, "name");
            Set<String> numbers = stated(pods, "containerPort");
            List<JsonNode> ports = service.at("spec", "ports").valueStream().toList();
            boolean nothingFits = pods.stream().noneMatch(pod -> stated(List.of(pod), "containerPort").isEmpty())
                    && !service.text("spec", "clusterIP").equals("None")
                    && ports.stream().map(port -> port.path("targetPort").asString(""))
                    .noneMatch(target -> names.contains(target) || numbers.contains(target));
            for (int index = 0; index < ports.size() && !pods.isEmpty(); index++) {
                JsonNode target = ports.get(index).path("targetPort");
                if (target.isString() && !names.contains(target.asString())) {
                    lines.say("Service %s: its port %d sends to %s, which no container of its pods names%s".formatted(
                            service.fullName(), index, target.asString(), names.size() == 1
                            ? "; they name " + names.iterator().next() : ""));
                } else if (target.isNumber() && nothingFits && !numbers.contains(target.asString())) {
                    lines.say("Service %s: its port %d sends to %s, which no container of its pods states; %s"
                            .formatted(service.fullName(), index, target.asString(), numbers.size() == 1
                            ? "they state " + numbers.iterator().next() : "they state others: "
                            + String.join(", ", numbers)));
                }
            }
        }
    }

    private static List<LiveObject> selected(ClusterLists lists, LiveObject service) {
        Map<String, String> selector = LiveObject.texts(service.at("spec", "selector"));
        return selector.isEmpty() ? List.of() : lists.of("/api/v1/pods").stream().filter(pod -> !pod.isEnding()
                && pod.namespace().equals(service.namespace()) && LiveObject.texts(pod.at("metadata", "labels"))
                .entrySet().containsAll(selector.entrySet())).toList();
    }

    private static Set<String> stated(List<LiveObject> pods, String key) {
        return pods.stream().flatMap(pod -> Stream.of("containers", "initContainers")
                .flatMap(kind -> pod.at("spec", kind).valueStream()))
                .flatMap(container -> container.path("ports").valueStream())
                .map(port -> port.path(key).asString("")).filter(word -> !word.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
