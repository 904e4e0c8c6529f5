package org.hybridlab.cluster.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import tools.jackson.databind.JsonNode;

/** Evicts a node's pods as {@code kubectl drain} does. Pods of DaemonSets and static pods stay. */
public final class NodeDrain {
    private final Cluster cluster;
    private final String node;

    public NodeDrain(Cluster cluster, String node) {
        this.cluster = cluster;
        this.node = node;
    }

    /**
     * The pods on a node.
     *
     * @param staying pods of DaemonSets, and static pods
     * @param unmanaged evicted pods that no controller replaces, without those of checks
     * @param localData evicted pods that lose the data of their emptyDir volumes
     */
    public record NodePods(List<Pod> moving, List<Pod> staying, List<Pod> unmanaged, List<Pod> localData) {
    }

    /**
     * A pod that is still there.
     *
     * @param refused why the API server refused its eviction for now
     */
    public record Remaining(Pod pod, Optional<String> refused) {
    }

    public NodePods look() {
        List<Pod> moving = new ArrayList<>();
        List<Pod> staying = new ArrayList<>();
        List<Pod> localData = new ArrayList<>();
        List<Pod> unmanaged = new ArrayList<>();
        for (JsonNode item : cluster.api().get(Cluster.podsPath(node)).path("items")) {
            Pod pod = Pod.of(item);
            (moves(pod) ? moving : staying).add(pod);
            if (moves(pod) && !pod.ended() && item.path("spec").path("volumes").valueStream()
                    .anyMatch(volume -> volume.has("emptyDir"))) {
                localData.add(pod);
            }
            if (moves(pod) && !pod.ended() && pod.owner().isEmpty()
                    && !item.path("metadata").path("labels").has(ProbeNamespace.LABEL)) {
                unmanaged.add(pod);
            }
        }
        return new NodePods(moving, staying, unmanaged, localData);
    }

    /**
     * Evicts these pods, and returns those that are left: ending, or refused for now. Pods that came later tolerate the
     * cordon and would come again.
     *
     * @param moving pods on the node once it was cordoned
     */
    public List<Remaining> evict(List<Pod> moving) {
        Set<String> uids = uids(moving);
        return cluster.podsOn(node).stream().filter(pod -> uids.contains(pod.uid()))
                .map(pod -> new Remaining(pod, pod.deleting() ? Optional.empty() : cluster.evict(pod))).toList();
    }

    /** The pods that controllers created in place of these. */
    public static List<Pod> replacements(List<Pod> gone, List<Pod> before, List<Pod> now) {
        Set<String> owners = gone.stream().flatMap(pod -> pod.owner().map(owner -> pod.namespace() + "/" + owner)
                .stream()).collect(Collectors.toSet());
        Set<String> known = uids(before);
        return now.stream().filter(pod -> !known.contains(pod.uid()) && pod.owner().filter(owner ->
                owners.contains(pod.namespace() + "/" + owner)).isPresent()).toList();
    }

    private static Set<String> uids(List<Pod> pods) {
        return pods.stream().map(Pod::uid).collect(Collectors.toSet());
    }

    private static boolean moves(Pod pod) {
        return !pod.isStatic() && pod.owner().filter(owner -> owner.startsWith("DaemonSet/")).isEmpty();
    }
}
