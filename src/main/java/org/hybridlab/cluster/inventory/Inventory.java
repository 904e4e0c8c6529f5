package org.hybridlab.cluster.inventory;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ProbeNamespace;
import tools.jackson.databind.JsonNode;

/**
 * The objects of a cluster at one moment.
 *
 * @param cluster uid of kube-system, which differs for each cluster
 * @param kubernetes version of the API server
 * @param objects by key, without those of controllers
 * @param nodes by name
 * @param unknown ids of kinds that could not be listed
 * @param basis fingerprint of what had been applied; empty if unknown
 */
public record Inventory(String cluster, String kubernetes, Map<String, RecordedObject> objects,
                        Map<String, RecordedNode> nodes, Set<String> unknown, String basis) {
    public Inventory withBasis(String other) {
        return new Inventory(cluster, kubernetes, objects, nodes, unknown, other);
    }

    /** The lab file wants no node to have the taint. */
    public Inventory withoutTaint(String key) {
        Map<String, RecordedNode> others = new TreeMap<>(nodes);
        others.replaceAll((name, node) -> node.withoutTaint(key));
        return new Inventory(cluster, kubernetes, objects, others, unknown, basis);
    }

    /** The lab file wants these nodes to have the taint, as it is now. */
    public Inventory withTaintOf(ClusterObjects now, String key, Set<String> names) {
        Map<String, RecordedNode> others = new TreeMap<>(nodes);
        now.all().stream().filter(object -> object.kind().id().equals("nodes") && names.contains(object.name()))
                .forEach(node -> others.computeIfPresent(node.name(), (name, before) ->
                        before.withTaintOf(RecordedNode.of(node.json()), key)));
        return new Inventory(cluster, kubernetes, objects, others, unknown, basis);
    }

    public static Inventory of(ClusterObjects now, String kubernetes) {
        Set<String> staying = now.all().stream().filter(object -> object.kind().id().equals("namespaces")
                && !object.isEnding() && !object.metadata().path("labels").has(ProbeNamespace.LABEL))
                .map(ClusterObject::name).collect(Collectors.toSet());
        Map<String, RecordedObject> objects = new TreeMap<>();
        // A namespace that is newer than the list of namespaces belongs to a running check.
        now.all().stream().filter(object -> !ControllerObjects.isUnrecorded(object) && !object.isEnding()
                && (namespaceOf(object).isEmpty() || staying.contains(namespaceOf(object))))
                .forEach(object -> objects.put(object.key(), RecordedObject.of(object)));
        Map<String, RecordedNode> nodes = new TreeMap<>();
        now.all().stream().filter(object -> object.kind().id().equals("nodes"))
                .forEach(node -> nodes.put(node.name(), RecordedNode.of(node.json())));
        return new Inventory(now.cluster(), kubernetes, objects, nodes, now.unknown(), "");
    }

    static boolean isOf(Set<String> namespaces, ClusterObject object) {
        return namespaces.contains(namespaceOf(object));
    }

    /** A namespace's own name, for itself. */
    private static String namespaceOf(ClusterObject object) {
        return object.kind().id().equals("namespaces") ? object.name() : object.namespace();
    }

    static String digest(JsonNode essence) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(essence.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The earlier record with the changes of another {@code up}. Leaves out changes of others. */
    public Inventory after(ClusterObjects live, String version) {
        Inventory now = of(live, version);
        if (now.cluster().isEmpty()) {
            return this;
        }
        return now.cluster().equals(cluster) ? new RecordMerge(this, now, live).merged() : now;
    }
}
