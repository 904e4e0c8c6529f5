package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.Optional;

final class VolumeClaimEvidence {
    private static final Duration MOMENT = Duration.ofSeconds(10);
    private static final Duration PROVISIONING = Duration.ofSeconds(60);

    private VolumeClaimEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        for (LiveObject claim : lists.of("/api/v1/persistentvolumeclaims")) {
            String phase = claim.text("status", "phase");
            if (phase.equals("Lost")) {
                lines.say("PersistentVolumeClaim %s has lost its volume %s".formatted(claim.fullName(),
                        claim.text("spec", "volumeName")));
            } else if (phase.equals("Pending") && !claim.isEnding() && claim.isOlderThan(MOMENT, lists.now())) {
                pending(lists, claim, lines);
            }
        }
    }

    private static void pending(ClusterLists lists, LiveObject claim, ObjectLines lines) {
        boolean named = claim.at("spec").has("storageClassName");
        String wanted = claim.text("spec", "storageClassName");
        Optional<LiveObject> storage = lists.find("/apis/storage.k8s.io/v1/storageclasses", "", wanted);
        if (storage.isEmpty()) {
            String mode = claim.at("spec", "accessModes").path(0).asString("ReadWriteOnce");
            lines.say("PersistentVolumeClaim %s has no volume: %s; it wants %s %s of the class '%s'".formatted(
                    claim.fullName(), !named ? "the cluster has no default storage class" : wanted.isEmpty()
                    ? "it takes none of a storage class" : "the cluster has no such storage class",
                    claim.text("spec", "resources", "requests", "storage"), mode, wanted));
            return;
        }
        String provisioner = storage.get().text("provisioner");
        // Such a claim waits for its first pod.
        if (!storage.get().text("volumeBindingMode").equals("WaitForFirstConsumer")
                && !provisioner.equals("kubernetes.io/no-provisioner")
                && claim.isOlderThan(PROVISIONING, lists.now())) {
            lines.say("PersistentVolumeClaim %s waits for the provisioner %s of the class %s".formatted(
                    claim.fullName(), provisioner, wanted));
        }
    }
}
