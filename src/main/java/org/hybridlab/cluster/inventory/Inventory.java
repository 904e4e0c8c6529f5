package org.hybridlab.cluster.inventory;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ProbeNamespace;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The objects of a cluster as they were at one moment.
 *
 * @param cluster uid of its namespace kube-system: another one for each cluster
 * @param kubernetes version of the API server
 * @param objects by key, without those of controllers
 * @param nodes by name
 * @param unknown ids of the kinds that could not be listed
 */
public record Inventory(String cluster, String kubernetes, Map<String, RecordedObject> objects,
                        Map<String, RecordedNode> nodes, Set<String> unknown) {
    /** @param kubernetes version of the API server */
    public static Inventory of(ClusterObjects now, String kubernetes) {
        Set<String> staying = now.all().stream().filter(object -> object.kind().id().equals("namespaces")
                && !object.isEnding() && !object.metadata().path("labels").has(ProbeNamespace.LABEL))
                .map(ClusterObject::name).collect(Collectors.toSet());
        Map<String, RecordedObject> objects = new TreeMap<>();
        // A namespace that came up after the namespaces were listed is one of the checks', which run by now.
        now.all().stream().filter(object -> !ControllerObjects.has(object) && !object.isEnding()
                && (namespaceOf(object).isEmpty() || staying.contains(namespaceOf(object))))
                .forEach(object -> objects.put(object.key(), recorded(object)));
        Map<String, RecordedNode> nodes = new TreeMap<>();
        now.all().stream().filter(object -> object.kind().id().equals("nodes"))
                .forEach(node -> nodes.put(node.name(), RecordedNode.of(node.json())));
        return new Inventory(cluster(now), kubernetes, objects, nodes, now.unknown());
    }

    static String cluster(ClusterObjects now) {
        return now.all().stream().filter(object -> object.key().equals("namespaces//kube-system"))
                .map(object -> object.metadata().path("uid").asString("")).findFirst().orElse("");
    }

    static boolean isOf(Set<String> namespaces, ClusterObject object) {
        return namespaces.contains(namespaceOf(object));
    }

    /** A namespace's own name, for itself. */
    private static String namespaceOf(ClusterObject object) {
        return object.kind().id().equals("namespaces") ? object.name() : object.namespace();
    }

    private static RecordedObject recorded(ClusterObject object) {
        ObjectNode essence = ObjectEssence.of(object);
        boolean secret = object.kind().id().equals("secrets");
        return new RecordedObject(object.kind(), object.namespace(), object.name(), digest(essence),
                secret ? Optional.empty() : Optional.of(essence), object.isAppliedBy(FieldOwner.MANAGER),
                secret ? Optional.empty() : FieldOwner.of(object));
    }

    static String digest(JsonNode essence) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(essence.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * What is recorded after another run of {@code up}: what was there before it, in the form that {@code up} gave it
     * by now. What somebody else made meanwhile does not get in, and what {@code up} no longer has goes.
     *
     * @param now of the same cluster
     */
    public Inventory after(Inventory now) {
        if (!now.cluster().equals(cluster) || !now.kubernetes().equals(kubernetes)) {
            // Another cluster, or its own parts are of another version.
            return now;
        }
        Map<String, RecordedObject> merged = new TreeMap<>(objects);
        merged.values().removeIf(object -> object.applied() && !now.objects().containsKey(object.key())
                && !now.unknown().contains(object.kind().id()));
        now.objects().values().stream().filter(RecordedObject::applied)
                .forEach(object -> merged.put(object.key(), object));
        Map<String, RecordedNode> kept = new TreeMap<>();
        now.nodes().forEach((name, node) -> kept.put(name, nodes.containsKey(name) ? nodes.get(name).after(node)
                : node));
        return new Inventory(cluster, kubernetes, merged, kept, unknown);
    }
}
