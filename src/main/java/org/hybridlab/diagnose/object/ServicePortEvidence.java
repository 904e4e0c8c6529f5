package org.hybridlab.diagnose.object;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;

/** Services with a target port that their pods lack. */
final class ServicePortEvidence {
    private ServicePortEvidence() {
    }

    /** Containers may listen on undeclared ports, so only services without any match count. */
    static void of(ClusterLists lists, ObjectLines lines) {
        for (LiveObject service : lists.of("/api/v1/services")) {
            List<LiveObject> pods = pods(lists, service);
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

    private static List<LiveObject> pods(ClusterLists lists, LiveObject service) {
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
