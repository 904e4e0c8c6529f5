package org.hybridlab.diagnose.object;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;

/** Services that send to the name of a port which their pods do not have. */
final class ServicePortEvidence {
    private ServicePortEvidence() {
    }

    /** Names alone: a container may listen on more numbers than it states. */
    static void of(ClusterLists lists, ObjectLines lines) {
        for (LiveObject service : lists.of("/api/v1/services")) {
            List<LiveObject> pods = pods(lists, service);
            Set<String> names = names(pods);
            List<JsonNode> ports = service.at("spec", "ports").valueStream().toList();
            for (int index = 0; index < ports.size() && !pods.isEmpty(); index++) {
                JsonNode target = ports.get(index).path("targetPort");
                if (target.isString() && !names.contains(target.asString())) {
                    lines.say("Service %s: its port %d sends to %s, which no container of its pods names%s".formatted(
                            service.fullName(), index, target.asString(), names.size() == 1
                            ? "; they name " + names.iterator().next() : ""));
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

    private static Set<String> names(List<LiveObject> pods) {
        return pods.stream().flatMap(pod -> Stream.of("containers", "initContainers")
                .flatMap(kind -> pod.at("spec", kind).valueStream()))
                .flatMap(container -> container.path("ports").valueStream())
                .map(port -> port.path("name").asString("")).filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
