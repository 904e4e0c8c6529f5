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
 * How far a Deployment, StatefulSet or DaemonSet has come with what is wanted of it now, judged as {@code kubectl
 * rollout status} does: pods of an older template serve on while new ones fail, and count for nothing here. Of others,
 * see {@link Workload}.
 *
 * @param kind for example {@code Deployment}
 * @param live the object as the API server has it
 */
public record Rollout(String kind, JsonNode live) {
    /** The kinds that have a rollout. */
    public static final Set<String> KINDS = Set.of("Deployment", "StatefulSet", "DaemonSet");
    /** Kinds that keep a number of pods, and never replace one for its template. */
    static final Set<String> BY_HAND = Set.of("ReplicaSet", "ReplicationController");

    /** As kubectl names it, for example {@code deployment/web}. */
    public String reference() {
        return kind.toLowerCase(Locale.ROOT) + "/" + name();
    }

    private String name() {
        return live.path("metadata").path("name").asString();
    }

    /** How many pods the object itself asks for; of a DaemonSet, as many as its controller finds nodes for. */
    public int wanted() {
        return isDaemonSet() ? status("desiredNumberScheduled") : live.path("spec").path("replicas").asInt(1);
    }

    /** Whether an autoscaler sets how many pods it asks for. The note of one that is gone stays in the object. */
    public boolean isAutoscaled(ApiServer api) {
        boolean noted = live.path("metadata").path("managedFields").valueStream()
                .anyMatch(entry -> entry.path("manager").asString("").equals("kube-controller-manager")
                        && entry.path("subresource").asString("").equals("scale"));
        return noted && hasAutoscaler(api);
    }

    /** If that cannot be asked, what is noted holds. */
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

    /** What is missing, without a full stop; empty if all of its own wanted pods run its latest template. */
    public Optional<String> complaint() {
        return complaint(wanted());
    }

    /** @param wanted how many pods there are to be, whatever the object asks for */
    public Optional<String> complaint(int wanted) {
        if (live.path("status").path("observedGeneration").asLong() < live.path("metadata").path("generation")
                .asLong()) {
            return Optional.of(reference() + ": its controller has not seen its latest change");
        }
        return counted(wanted).map(words -> words + halt());
    }

    /**
     * The same by its pods as well: nobody corrects a status while the controller manager is away, or has yet to start.
     * A DaemonSet's pods may be more than wanted: it keeps those of nodes that were tainted since.
     *
     * @param pods its own, and maybe others; asked only where its status complains of nothing
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

    /** Of all its pods, those of the latest template; where only people replace pods, any template will do. */
    private int updated(int all) {
        return byHand() ? all : status(isDaemonSet() ? "updatedNumberScheduled" : "updatedReplicas");
    }

    private boolean byHand() {
        return BY_HAND.contains(kind) || strategy("updateStrategy").path("type").asString("").equals("OnDelete");
    }

    /** A StatefulSet's partition holds its first pods back on purpose. */
    private int held(int all) {
        return byHand() ? 0 : Math.min(all, strategy("updateStrategy").path("rollingUpdate").path("partition")
                .asInt(0));
    }

    private JsonNode strategy(String field) {
        return live.path("spec").path(field);
    }

    /** What the API server said to its controller when that was to make pods; empty if it made them. */
    public Optional<String> refusal() {
        return live.path("status").path("conditions").valueStream()
                .filter(condition -> condition.path("type").asString("").equals("ReplicaFailure")
                        && condition.path("status").asString("").equals("True"))
                .map(condition -> condition.path("message").asString("").strip()).findFirst();
    }

    /** Why it does not go on, where the controller has said so. */
    private String halt() {
        for (JsonNode condition : live.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals("Progressing")
                    && condition.path("reason").asString("").equals("ProgressDeadlineExceeded")) {
                return ", and its progress deadline is over";
            }
        }
        return live.path("spec").path("paused").asBoolean(false) ? ", and it is paused" : "";
    }

    /** Which pods may be its own, as kubectl's {@code -l} takes it. */
    public String selector() {
        JsonNode selector = live.path("spec").path("selector");
        return selector(kind.equals("ReplicationController") ? selector : selector.path("matchLabels"));
    }

    /** Labels as kubectl's {@code -l} takes them, for example {@code app=web,tier=front}. */
    public static String selector(JsonNode labels) {
        return labels.properties().stream()
                .map(label -> label.getKey() + "=" + label.getValue().asString()).collect(Collectors.joining(","));
    }

    /** Those of some pods that are its own, none of somebody else's with the same labels. */
    public List<Pod> own(List<Pod> pods) {
        return pods.stream().filter(pod -> pod.owner().filter(owner -> owner.equals(owner(pod))).isPresent()).toList();
    }

    /** A Deployment's pods belong to its ReplicaSets, which have the label's value in their name. */
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
