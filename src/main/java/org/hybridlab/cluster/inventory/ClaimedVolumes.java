package org.hybridlab.cluster.inventory;

/**
 * Claims for volumes, and the volumes that they are bound to. Controllers make them for pods, without an owner: those
 * of a StatefulSet look as if a person had made them, and what the pods wrote would go with them.
 */
final class ClaimedVolumes {
    static final String CLAIMS = "persistentvolumeclaims";
    static final String VOLUMES = "persistentvolumes";

    private ClaimedVolumes() {
    }

    /** Controllers bind them to each other, and making one again would lose what is in it. */
    static boolean isVolumeOrClaim(ClusterObject object) {
        return object.kind().id().equals(CLAIMS) || object.kind().id().equals(VOLUMES);
    }

    /** Whether it is a claim in a namespace that stays, or the volume of one. */
    static boolean has(Inventory record, ClusterObject object) {
        String namespace = switch (object.kind().id()) {
            case CLAIMS -> object.namespace();
            case VOLUMES -> object.json().path("spec").path("claimRef").path("namespace").asString("");
            default -> "";
        };
        return !namespace.isEmpty() && (record.unknown().contains("namespaces")
                || record.objects().containsKey(ClusterObject.key("namespaces", "", namespace)));
    }
}
