package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Deployments whose newest revision crashed after it replaced a working one. */
final class RevisionEvidence {
    private static final String REVISION = "deployment.kubernetes.io/revision";

    private RevisionEvidence() {
    }

    /**
     * Without a readiness probe, a container is ready until it ends, and the old pods are gone by then.
     *
     * @param since ignores older revisions
     */
    static void of(ClusterLists lists, Duration since, ObjectLines lines) {
        lists.of("/apis/apps/v1/deployments").stream().filter(one -> one.at("spec", "replicas").asInt(1) > 0
                && one.at("status", "readyReplicas").asInt(0) == 0 && !revision(one).equals("1"))
                .filter(one -> newest(lists, one).filter(set -> !set.isOlderThan(since, lists.now())
                        && end(lists, set)).isPresent())
                .forEach(one -> lines.say("Deployment %s has no ready pod: those of its revision %s end".formatted(
                        one.fullName(), revision(one))));
    }

    private static String revision(LiveObject object) {
        return object.text("metadata", "annotations", REVISION);
    }

    private static Optional<LiveObject> newest(ClusterLists lists, LiveObject deployment) {
        return lists.of("/apis/apps/v1/replicasets").stream().filter(set -> isOf(set, deployment, "Deployment")
                && revision(set).equals(revision(deployment))).findFirst();
    }

    private static boolean isOf(LiveObject object, LiveObject owner, String kind) {
        return object.namespace().equals(owner.namespace()) && object.owner(kind).filter(owner.name()::equals)
                .isPresent();
    }

    private static boolean end(ClusterLists lists, LiveObject set) {
        return lists.of("/api/v1/pods").stream().filter(pod -> isOf(pod, set, "ReplicaSet"))
                .flatMap(pod -> pod.at("status", "containerStatuses").valueStream())
                .flatMap(container -> List.of("state", "lastState").stream().map(container::path))
                .anyMatch(state -> state.path("terminated").path("exitCode").asInt(0) != 0);
    }
}
