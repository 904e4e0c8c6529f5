package org.hybridlab.cluster.api;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import tools.jackson.databind.JsonNode;

/**
 * Progress of a Deployment, StatefulSet or DaemonSet, judged as {@code kubectl rollout status} does: only pods of the
 * latest template count. For other kinds see {@link Workload}.
 *
 * @param live the object as the API server has it
 */
public record Rollout(String kind, JsonNode live) {
    public static final Set<String> KINDS = Set.of("Deployment", "StatefulSet", "DaemonSet");
    /** These kinds keep a number of pods, but never replace pods of an old template. */
    static final Set<String> BY_HAND = Set.of("ReplicaSet", "ReplicationController");

    /** As kubectl names it, for example {@code deployment/web}. */
    public String reference() {
        return kind.toLowerCase(Locale.ROOT) + "/" + name();
    }

    private String name() {
        return live.path("metadata").path("name").asString();
    }

    /** Its own replicas; for a DaemonSet, the nodes that its controller found. */
    public int wanted() {
        return isDaemonSet() ? status("desiredNumberScheduled") : live.path("spec").path("replicas").asInt(1);
    }

    /** Whether an autoscaler sets its replicas. The annotation may be of a deleted one. */
    public boolean isAutoscaled(ApiServer api) {
        boolean noted = live.path("metadata").path("managedFields").valueStream()
                .anyMatch(entry -> entry.path("manager").asString("").equals("kube-controller-manager")
                        && entry.path("subresource").asString("").equals("scale"));
        return noted && hasAutoscaler(api);
    }

    /** Falls back on the annotation if the API server refuses the list. */
    private boolean hasAutoscaler(ApiServer api) {
        try {
            JsonNode all = api.get("/apis/autoscaling/v1/namespaces/%s/horizontalpodautoscalers".formatted(
                    live.path("metadata").path("namespace").asString("default"))).path("items");
            return !all.isArray() || all.valueStream().map(one -> one.path("spec").path("scaleTargetRef"))
                    .anyMatch(target -> target.path("kind").asString("").equals(kind)
                            && target.path("name").asString("").equals(name()));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return true;
        }
    }

    /** What is missing, without a full stop; empty if all desired pods run the latest template. */
    public Optional<String> complaint() {
        return complaint(wanted());
    }

    /** @param wanted replaces the object's own number of replicas */
    public Optional<String> complaint(int wanted) {
        if (live.path("status").path("observedGeneration").asLong() < live.path("metadata").path("generation")
                .asLong()) {
            return Optional.of(reference() + ": its controller has not seen its latest change");
        }
        return counted(wanted).map(words -> words + halt());
    }

    /**
     * The same, judged by the pods too: a status is out of date while the controller manager is off. A DaemonSet may
     * have more pods than desired, on nodes that were tainted later.
     *
     * @param pods its own, and maybe others; read only if the status has no complaint
     */
    public Optional<String> complaint(int wanted, Supplier<List<Pod>> pods) {
        return complaint(wanted).or(() -> {
            long ready = own(pods.get()).stream().filter(Pod::ready).count();
            return ready >= wanted ? Optional.empty()
                    : Optional.of("%s has %d of %d pods ready".formatted(reference(), ready, wanted));
        });
    }

    private Optional<String> counted(int wanted) {
        int all = isDaemonSet() ? status("currentNumberScheduled") : status("replicas");
        int old = Math.max(0, all - updated(all)) - held(all);
        int ready = status(isDaemonSet() ? "numberReady" : "readyReplicas");
        int available = status(isDaemonSet() ? "numberAvailable" : "availableReplicas");
        if (old > 0) {
            return Optional.of("%s is not rolled out: %d of its %d pods %s of an older template".formatted(reference(),
                    old, all, old == 1 ? "is" : "are"));
        }
        if (ready < wanted || all < wanted) {
            return Optional.of("%s has %d of %d pods ready".formatted(reference(), Math.min(ready, all), wanted));
        }
        if (all > wanted) {
            return Optional.of("%s has %d pods instead of %d".formatted(reference(), all, wanted));
        }
        return available >= wanted ? Optional.empty()
                : Optional.of("%s has %d of %d pods available: each must stay ready "
                .formatted(reference(), available, wanted) + "for %d s".formatted(live.path("spec")
                .path("minReadySeconds").asInt()));
    }

    /** Counts pods of the latest template, or all if only people replace them. */
    private int updated(int all) {
        return byHand() ? all : status(isDaemonSet() ? "updatedNumberScheduled" : "updatedReplicas");
    }

    private boolean byHand() {
        return BY_HAND.contains(kind) || strategy("updateStrategy").path("type").asString("").equals("OnDelete");
    }

    /** Pods that a StatefulSet's partition keeps on the old template. */
    private int held(int all) {
        return byHand() ? 0 : Math.min(all, strategy("updateStrategy").path("rollingUpdate").path("partition")
                .asInt(0));
    }

    private JsonNode strategy(String field) {
        return live.path("spec").path(field);
    }

    /** The API server's error when the controller created pods; empty if there was none. */
    public Optional<String> refusal() {
        return live.path("status").path("conditions").valueStream()
                .filter(condition -> condition.path("type").asString("").equals("ReplicaFailure")
                        && condition.path("status").asString("").equals("True"))
                .map(condition -> condition.path("message").asString("").strip()).findFirst();
    }

    private String halt() {
        for (JsonNode condition : live.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals("Progressing")
                    && condition.path("reason").asString("").equals("ProgressDeadlineExceeded")) {
                return ", and its progress deadline is over";
            }
        }
        return live.path("spec").path("paused").asBoolean(false) ? ", and it is paused" : "";
    }

    public String selector() {
        JsonNode selector = live.path("spec").path("selector");
        return selector(kind.equals("ReplicationController") ? selector : selector.path("matchLabels"));
    }

    /** For example {@code app=web,tier=front}. */
    public static String selector(JsonNode labels) {
        return labels.properties().stream()
                .map(label -> label.getKey() + "=" + label.getValue().asString()).collect(Collectors.joining(","));
    }

    /** Excludes pods of others with the same labels. */
    public List<Pod> own(List<Pod> pods) {
        return pods.stream().filter(pod -> pod.owner().filter(owner -> owner.equals(owner(pod))).isPresent()).toList();
    }

    /** A Deployment's ReplicaSets have the value of the template hash label in their names. */
    private String owner(Pod pod) {
        return kind.equals("Deployment") ? "ReplicaSet/%s-%s".formatted(name(), pod.labels().get("pod-template-hash"))
                : kind + "/" + name();
    }

    private boolean isDaemonSet() {
        return kind.equals("DaemonSet");
    }

    private int status(String field) {
        return live.path("status").path(field).asInt(0);
    }
}
