package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestNode;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** kubeadm brings no storage; a claim that nobody meets keeps its pod Pending. */
final class VolumeProvisioner extends ManifestRule {
    VolumeProvisioner() {
        super("volume-provisioner", "Where volumes are claimed, the lab's manifests bring volumes or who makes them.",
                Severity.WARNING);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        return provided(facts) ? Stream.of() : claims(object).map(claim -> new Flaw(claim,
                "nothing in the lab makes the volume that is claimed here", "Add a PersistentVolume, a StorageClass "
                        + "with its provisioner, or use an emptyDir or a hostPath."));
    }

    private static Stream<ManifestNode> claims(ManifestObject object) {
        return switch (object.kind()) {
            case "PersistentVolumeClaim" -> Stream.of(object.body());
            case "StatefulSet" -> object.body().at("spec", "volumeClaimTemplates").items().stream();
            default -> Stream.of();
        };
    }

    private static boolean provided(LabFacts facts) {
        return facts.lab().joinsExisting() || facts.apps().stream().anyMatch(app -> !app.complete()
                || app.objects().stream().anyMatch(VolumeProvisioner::provides));
    }

    private static boolean provides(ManifestObject object) {
        boolean makes = object.kind().equals("StorageClass") && object.body().text("provisioner")
                .filter(provisioner -> !provisioner.equals("kubernetes.io/no-provisioner")).isPresent();
        return makes || object.kind().equals("PersistentVolume");
    }
}
