package org.hybridlab.cluster.inventory;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.hybridlab.cluster.api.ApiServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Claims for volumes, and the volumes that they are bound to. Controllers make them for pods, without an owner: those
 * of a StatefulSet look as if a person had made them, and what the pods wrote would go with them.
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

    /** Controllers bind them to each other, and making one again would lose what is in it. */
    static boolean isVolumeOrClaim(ClusterObject object) {
        return object.kind().id().equals(CLAIMS) || object.kind().id().equals(VOLUMES);
    }

    /** Whether it is a claim in a namespace that stays, or the volume of one. */
    static boolean has(Inventory record, ClusterObject object) {
        String namespace = switch (object.kind().id()) {
            case CLAIMS -> object.namespace();
            case VOLUMES -> namespaceOfClaim(object);
            default -> "";
        };
        return !namespace.isEmpty() && (record.unknown().contains("namespaces")
                || record.objects().containsKey(ClusterObject.key("namespaces", "", namespace)));
    }

    /** Of a volume that is claimed; else empty. */
    static String namespaceOfClaim(ClusterObject volume) {
        return volume.kind().id().equals(VOLUMES) ? volume.json().path("spec").path("claimRef").path("namespace")
                .asString("") : "";
    }

    /** Whether it is a volume whose provisioner removed what was in it: a new claim gets a new one. */
    static boolean isGoneForGood(RecordedObject object) {
        JsonNode essence = object.essence().orElseGet(JsonMapper.shared()::missingNode);
        return object.kind().id().equals(VOLUMES)
                && essence.path("metadata").path("annotations").has("pv.kubernetes.io/provisioned-by")
                && isDeletedWithItsClaim(essence);
    }

    private static boolean isDeletedWithItsClaim(JsonNode volume) {
        return volume.path("spec").path("persistentVolumeReclaimPolicy").asString("").equals("Delete");
    }

    /**
     * What it is made again from: what ties a claim to its volume names the UID of the earlier one, so that the new
     * one would be lost for good.
     */
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

    /** Whether the volume keeps the data of a claim that is gone, so that no other claim can get it. */
    static boolean isLeft(ClusterObject now) {
        return now.kind().id().equals(VOLUMES) && isReleased(now.json())
                && now.json().path("spec").path("claimRef").has("uid");
    }

    /**
     * With its data: for the claim of the recorded name, or for any if the record has no such claim, as it would wait
     * for ever for that of a person.
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

    /** Lets a volume that waits for the earlier claim, as its data is to be kept, wait for the one to be made. */
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
