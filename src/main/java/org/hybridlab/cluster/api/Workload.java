package org.hybridlab.cluster.api;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import tools.jackson.databind.JsonNode;

/**
 * An object that has pods to judge: a pod by itself, a Job, or one that keeps a number of pods. A CronJob is none,
 * because its Jobs come and go by the clock.
 *
 * @param live the object as the API server has it
 */
public record Workload(String kind, JsonNode live) {
    private static final String POD = "Pod";
    private static final String JOB = "Job";
    private static final String SUCCEEDED = "Succeeded";
    private static final Map<String, String> OTHERS = Map.of(POD, "v1", JOB, "batch/v1", "ReplicaSet", "apps/v1",
            "ReplicationController", "v1");

    /** Whether the object has pods that can be judged. */
    public static boolean isOne(Manifest object) {
        return Rollout.KINDS.contains(object.kind()) || object.apiVersion().equals(OTHERS.get(object.kind()));
    }

    /** How many pods the object itself asks for. */
    public int wanted() {
        return keepsNumber() ? rollout().wanted() : 1;
    }

    /** Whether an autoscaler sets how many pods it asks for. */
    public boolean isAutoscaled(Cluster cluster) {
        return rollout().isAutoscaled(cluster.api());
    }

    /** Its own pods. */
    public List<Pod> pods(Cluster cluster) {
        return kind.equals(POD) ? List.of(Pod.of(live)) : rollout().own(cluster.pods(
                live.path("metadata").path("namespace").asString("default"), rollout().selector()));
    }

    /** Those of them that its newest template made; none as long as its controller has to make them. */
    List<Pod> newest(Cluster cluster) {
        JsonNode status = live.path("status");
        boolean seen = !keepsNumber() || status.path("observedGeneration").asLong() >= live.path("metadata")
                .path("generation").asLong() && !(kind.equals("Deployment") && status.path("updatedReplicas").asInt()
                == 0);
        List<Pod> all = seen ? pods(cluster) : List.of();
        Optional<String> template = all.stream().max(Comparator.comparing(Pod::created)).map(Pod::template);
        return all.stream().filter(pod -> template.equals(Optional.of(pod.template()))).toList();
    }

    /** Whether it has done its work, and needs no pods any more. */
    public boolean isCompleted() {
        return kind.equals(POD) && Pod.of(live).phase().equals(SUCCEEDED)
                || kind.equals(JOB) && condition("Complete").isPresent();
    }

    /** Whether it has failed for good: it gets no pods any more until it is deleted and applied again. */
    public boolean hasFailed() {
        return !live.path("metadata").has("deletionTimestamp") && (kind.equals(POD)
                && Pod.of(live).phase().equals("Failed") || kind.equals(JOB) && condition("Failed").isPresent());
    }

    /**
     * What is missing, without a full stop; empty if its pods are ready or have done their work.
     *
     * @param wanted how many pods there are to be, where it keeps a number of them
     * @param own its pods; asked only where they matter
     */
    public Optional<String> complaint(int wanted, Supplier<List<Pod>> own) {
        return isCompleted() ? Optional.empty() : switch (kind) {
            case POD -> pod(Pod.of(live));
            case JOB -> job(own);
            default -> rollout().complaint(wanted, own);
        };
    }

    /** What keeps one of its pods from being ready. One that has ended matters where no other takes its place. */
    public Optional<String> reason(List<Pod> own) {
        return own.stream().filter(pod -> !pod.ready() && !pod.deleting() && !pod.phase().equals(SUCCEEDED)
                        && !(keepsNumber() && pod.ended()))
                .min(Comparator.comparing(Pod::ended)).map(pod -> pod.name() + ": " + pod.readiness());
    }

    /** What the API server said to its controller when that was to make pods; empty if it made them. */
    public Optional<String> refusal() {
        return rollout().refusal();
    }

    private Optional<String> pod(Pod pod) {
        return pod.ready() ? Optional.empty() : Optional.of("%s %s".formatted(rollout().reference(),
                pod.deleting() ? "is being deleted" : pod.ended() ? "has failed" : "is not ready"));
    }

    /** One that waits for its next pod is not well. */
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
