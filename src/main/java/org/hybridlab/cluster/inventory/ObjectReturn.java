package org.hybridlab.cluster.inventory;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.inventory.InventoryDifference.Change;
import org.hybridlab.common.error.LabException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

record ObjectReturn(ApiServer api) {
    /** Kubernetes' own finalizers, which its controllers remove as soon as they may. */
    private static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";
    /** Recreating one would delete its dependents. */
    private static final Set<String> NEVER_DELETED = Set.of("namespaces", InventoryRestore.DEFINITIONS, "nodes");

    /** Removes finalizers, except the API server's own. */
    void release(ClusterObject object) {
        if (object.finalizers().stream().anyMatch(one -> !one.equals(CLEANUP))) {
            api.merge(object.path(), JsonMapper.shared().writeValueAsString(Map.of("metadata", Map.of("finalizers",
                    object.finalizers().stream().filter(CLEANUP::equals).toList()))));
        }
    }

    /** @param done gets a line, even if hybridlab cannot be made its owner */
    void makeAgain(RecordedObject object, Consumer<String> done) {
        ClaimedVolumes.release(api, object);
        JsonNode made = api.create(object.kind().collection(object.namespace()) + FieldOwner.OPTION,
                ClaimedVolumes.unbound(object).toString());
        done.accept("made %s again".formatted(object.title()));
        FieldOwner.putBack(api, object, made);
    }

    /** @param done gets a line, even if hybridlab cannot be made its owner */
    void putBack(Change change, Consumer<String> done) {
        String path = change.now().path();
        String line = "put %s back: %s".formatted(change.wanted().title(), change.how());
        if (change.isOfOwnerAlone()) {
            FieldOwner.putBack(api, change.wanted(), change.now().json());
            done.accept(line);
            return;
        }
        if (change.now().kind().id().equals(ClaimedVolumes.VOLUMES)) {
            ClaimedVolumes.letBeClaimed(api, change.wanted(), change.now());
            done.accept("let %s be claimed again".formatted(change.wanted().title()));
            return;
        }
        ObjectNode wanted = (ObjectNode) change.wanted().essence().orElseThrow().deepCopy();
        JsonNode metadata = change.now().metadata();
        ((ObjectNode) wanted.path("metadata")).put("resourceVersion", metadata.path("resourceVersion").asString());
        JobSelector.keep(change.now(), wanted);
        CaBundles.keep(change.now(), wanted);
        if (change.isScaled()) {
            Autoscalers.keep(change.now(), wanted);
        }
        Optional<JsonNode> written = Optional.empty();
        try {
            written = Optional.of(replace(path + FieldOwner.OPTION, wanted, change));
        } catch (LabException e) {
            if (!e.id().equals("object-refused") || NEVER_DELETED.contains(change.now().kind().id())) {
                throw e;
            }
            // Immutable fields: the next round recreates it.
            mustBeMakeable(change.wanted());
            release(change.now());
            // Keeps a StatefulSet's pods for the new one. Its claims may be deleted.
            api.delete(path + (change.now().kind().id().equals("statefulsets.apps")
                    ? "?propagationPolicy=Orphan" : "?propagationPolicy=Background"));
        }
        done.accept(line);
        written.ifPresent(object -> FieldOwner.putBack(api, change.wanted(), object));
    }

    /**
     * Dry run of the create. The API server validates an object before it looks for one of that name. It would refuse
     * what the present one holds: addresses and ports, or quota.
     */
    private void mustBeMakeable(RecordedObject wanted) {
        JsonNode made = ClaimedVolumes.unbound(wanted).deepCopy();
        if (wanted.kind().id().equals("services") && made.path("spec") instanceof ObjectNode spec) {
            spec.remove(List.of("clusterIP", "clusterIPs", "healthCheckNodePort"));
            spec.path("ports").forEach(port -> ((ObjectNode) port).remove("nodePort"));
        }
        try {
            api.create(wanted.kind().collection(wanted.namespace()) + "?dryRun=All", made.toString());
        } catch (LabException e) {
            if (!e.id().equals("api-conflict") && !e.what().contains("exceeded quota")) {
                throw e;
            }
        }
    }

    private JsonNode replace(String path, ObjectNode wanted, Change change) {
        if (change.now().kind().id().equals("pods")) {
            ObjectNode labels = JsonMapper.shared().createObjectNode();
            change.now().metadata().path("labels").propertyNames().forEach(labels::putNull);
            wanted.path("metadata").path("labels").properties()
                    .forEach(label -> labels.set(label.getKey(), label.getValue()));
            ObjectNode patch = JsonMapper.shared().createObjectNode();
            patch.putObject("metadata").set("labels", labels);
            return api.merge(path, patch.toString());
        }
        return api.replace(path, wanted.toString());
    }
}
