package org.hybridlab.cluster.api;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import tools.jackson.databind.JsonNode;

/**
 * An object whose pods can be judged: a pod, a Job, or one with replicas. Not a CronJob, whose Jobs come and go.
 *
 * @param live the object as the API server has it
 */
public record Workload(String kind, JsonNode live) {
    private static final String POD = "Pod";
    private static final String JOB = "Job";
    private static final String SUCCEEDED = "Succeeded";
    private static final Map<String, String> OTHERS = Map.of(POD, "v1", JOB, "batch/v1", "ReplicaSet", "apps/v1",
            "ReplicationController", "v1");

    public static boolean isOne(Manifest object) {
        return Rollout.KINDS.contains(object.kind()) || object.apiVersion().equals(OTHERS.get(object.kind()));
    }

    public int wanted() {
        return keepsNumber() ? rollout().wanted() : 1;
    }

    public boolean isAutoscaled(Cluster cluster) {
        return rollout().isAutoscaled(cluster.api());
    }

    public List<Pod> pods(Cluster cluster) {
        return kind.equals(POD) ? List.of(Pod.of(live)) : rollout().own(cluster.pods(
                live.path("metadata").path("namespace").asString("default"), rollout().selector()));
    }

    /** Its pods of the newest template; none until its controller has created them. */
    List<Pod> newest(Cluster cluster) {
        JsonNode status = live.path("status");
        boolean seen = !keepsNumber() || status.path("observedGeneration").asLong() >= live.path("metadata")
                .path("generation").asLong() && !(kind.equals("Deployment") && status.path("updatedReplicas").asInt()
                == 0);
        List<Pod> all = seen ? pods(cluster) : List.of();
        Optional<String> template = all.stream().max(Comparator.comparing(Pod::created)).map(Pod::template);
        return all.stream().filter(pod -> template.equals(Optional.of(pod.template()))).toList();
    }

    public boolean isCompleted() {
        return kind.equals(POD) && Pod.of(live).phase().equals(SUCCEEDED)
                || kind.equals(JOB) && condition("Complete").isPresent();
    }

    /** Whether it has failed for good, until it is deleted and applied again. */
    public boolean hasFailed() {
        return !live.path("metadata").has("deletionTimestamp") && (kind.equals(POD)
                && Pod.of(live).phase().equals("Failed") || kind.equals(JOB) && condition("Failed").isPresent());
    }

    /**
     * What is missing, without a full stop; empty if its pods are ready or have succeeded.
     *
     * @param wanted the desired number of pods, if it has replicas
     * @param own its pods; read only if they matter
     */
    public Optional<String> complaint(int wanted, Supplier<List<Pod>> own) {
        return isCompleted() ? Optional.empty() : switch (kind) {
            case POD -> pod(Pod.of(live));
            case JOB -> job(own);
            default -> rollout().complaint(wanted, own);
        };
    }

    /** Why a pod of it is not ready. An ended pod matters only if none replaces it. */
    public Optional<String> reason(List<Pod> own) {
        return own.stream().filter(pod -> !pod.ready() && !pod.deleting() && !pod.phase().equals(SUCCEEDED)
                        && !(keepsNumber() && pod.ended()))
                .min(Comparator.comparing(Pod::ended)).map(pod -> pod.name() + ": " + pod.readiness());
    }

    /** The API server's error when the controller created pods; empty if there was none. */
    public Optional<String> refusal() {
        return rollout().refusal();
    }

    private Optional<String> pod(Pod pod) {
        return pod.ready() ? Optional.empty() : Optional.of("%s %s".formatted(rollout().reference(),
                pod.deleting() ? "is being deleted" : pod.ended() ? "has failed" : "is not ready"));
    }

    /** A Job that waits for its next pod is not well. */
    private Optional<String> job(Supplier<List<Pod>> own) {
        Optional<JsonNode> failed = condition("Failed");
        if (failed.isPresent()) {
            return Optional.of("%s has failed: %s".formatted(rollout().reference(),
                    failed.get().path("message").asString("").strip()));
        }
        if (live.path("spec").path("suspend").asBoolean(false)) {
            return Optional.empty();
        }
        List<Pod> active = own.get().stream().filter(pod -> !pod.ended() && !pod.deleting()).toList();
        long ready = active.stream().filter(Pod::ready).count();
        return active.isEmpty() ? Optional.of(rollout().reference() + " is not complete, and no pod of it runs")
                : ready == active.size() ? Optional.empty()
                : Optional.of("%s has %d of %d pods ready".formatted(rollout().reference(), ready, active.size()));
    }

    private Optional<JsonNode> condition(String type) {
        return live.path("status").path("conditions").valueStream()
                .filter(condition -> condition.path("type").asString("").equals(type)
                        && condition.path("status").asString("").equals("True")).findFirst();
    }

    private boolean keepsNumber() {
        return !Set.of(POD, JOB).contains(kind);
    }

    private Rollout rollout() {
        return new Rollout(kind, live);
    }
}
