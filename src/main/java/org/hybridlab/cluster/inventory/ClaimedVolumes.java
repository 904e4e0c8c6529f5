package org.hybridlab.cluster.inventory;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.hybridlab.cluster.api.ApiServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Claims and the volumes bound to them. Controllers create them for pods without an owner, so those of a StatefulSet
 * look like a person's. Deleting them destroys what the pods wrote.
 */
final class ClaimedVolumes {
    static final String CLAIMS = "persistentvolumeclaims";
    static final String VOLUMES = "persistentvolumes";

    private static final String BINDING = "pv.kubernetes.io/";
    private static final String BOUND = BINDING + "bound-by-controller";
    private static final Set<String> PROVISIONERS = Set.of("volume.kubernetes.io/storage-provisioner",
            "volume.beta.kubernetes.io/storage-provisioner");
    private static final String NODE = "volume.kubernetes.io/selected-node";

    private ClaimedVolumes() {
    }

    /** Controllers bind them to each other. Recreating one loses its data. */
    static boolean isVolumeOrClaim(ClusterObject object) {
        return object.kind().id().equals(CLAIMS) || object.kind().id().equals(VOLUMES);
    }

    /** A claim in a namespace that stays, or its volume. */
    static boolean has(Inventory record, ClusterObject object) {
        String namespace = switch (object.kind().id()) {
            case CLAIMS -> object.namespace();
            case VOLUMES -> namespaceOfClaim(object);
            default -> "";
        };
        return !namespace.isEmpty() && (record.unknown().contains("namespaces")
                || record.objects().containsKey(ClusterObject.key("namespaces", "", namespace)));
    }

    /** Empty if the volume is unclaimed. */
    static String namespaceOfClaim(ClusterObject volume) {
        return volume.kind().id().equals(VOLUMES) ? volume.json().path("spec").path("claimRef").path("namespace")
                .asString("") : "";
    }

    /** Whether the provisioner deleted the volume's data: a new claim gets a new volume. */
    static boolean isGoneForGood(RecordedObject object) {
        JsonNode essence = object.essence().orElseGet(JsonMapper.shared()::missingNode);
        return object.kind().id().equals(VOLUMES)
                && essence.path("metadata").path("annotations").has("pv.kubernetes.io/provisioned-by")
                && isDeletedWithItsClaim(essence);
    }

    private static boolean isDeletedWithItsClaim(JsonNode volume) {
        return volume.path("spec").path("persistentVolumeReclaimPolicy").asString("").equals("Delete");
    }

    /** Without the UID of the earlier claim, which would make the new one lost for good. */
    static JsonNode unbound(RecordedObject object) {
        JsonNode essence = object.essence().orElseThrow().deepCopy();
        if (object.kind().id().equals(CLAIMS)) {
            JsonNode annotations = essence.path("metadata").path("annotations");
            boolean byController = annotations.has(BOUND) || PROVISIONERS.stream().anyMatch(annotations::has);
            withoutAnnotations(essence, key -> key.startsWith(BINDING) || key.equals(NODE)
                    || PROVISIONERS.contains(key));
            if (byController && essence.path("spec") instanceof ObjectNode spec) {
                spec.remove("volumeName");
            }
        } else if (object.kind().id().equals(VOLUMES)) {
            withoutAnnotations(essence, BOUND::equals);
            if (essence.path("spec").path("claimRef") instanceof ObjectNode claim) {
                claim.remove(List.of("uid", "resourceVersion"));
            }
        }
        return essence;
    }

    private static void withoutAnnotations(JsonNode essence, Predicate<String> which) {
        if (essence.path("metadata").path("annotations") instanceof ObjectNode annotations) {
            annotations.remove(annotations.propertyNames().stream().filter(which).toList());
        }
    }

    /** Whether the volume keeps the data of a deleted claim, so that no other claim can bind it. */
    static boolean isLeft(ClusterObject now) {
        return now.kind().id().equals(VOLUMES) && isReleased(now.json())
                && now.json().path("spec").path("claimRef").has("uid");
    }

    /**
     * Frees a volume with its data for the recorded claim, or for any if there is none: it would wait forever for a
     * person's claim.
     */
    static void letBeClaimed(ApiServer api, RecordedObject wanted, ClusterObject now) {
        JsonNode recorded = wanted.essence().orElseThrow().path("spec").path("claimRef");
        JsonNode reference = now.json().path("spec").path("claimRef");
        if (recorded.path("namespace").equals(reference.path("namespace"))
                && recorded.path("name").equals(reference.path("name"))) {
            letBeClaimed(api, now.path());
        } else {
            api.merge(now.path(), "{\"spec\":{\"claimRef\":null}}");
        }
    }

    private static void letBeClaimed(ApiServer api, String volume) {
        api.merge(volume, "{\"spec\":{\"claimRef\":{\"uid\":null,\"resourceVersion\":null}}}");
    }

    private static boolean isReleased(JsonNode volume) {
        return volume.path("status").path("phase").asString("").equals("Released") && !isDeletedWithItsClaim(volume);
    }

    /** Binds a retained volume of the deleted claim to the one to be created. */
    static void release(ApiServer api, RecordedObject claim) {
        String volume = claim.essence().orElseThrow().path("spec").path("volumeName").asString("");
        if (!claim.kind().id().equals(CLAIMS) || volume.isEmpty()) {
            return;
        }
        String path = "/api/v1/persistentvolumes/" + volume;
        api.find(path).filter(now -> {
            JsonNode reference = now.path("spec").path("claimRef");
            return isReleased(now) && reference.path("namespace").asString("").equals(claim.namespace())
                    && reference.path("name").asString("").equals(claim.name());
        }).ifPresent(now -> letBeClaimed(api, path));
    }
}
