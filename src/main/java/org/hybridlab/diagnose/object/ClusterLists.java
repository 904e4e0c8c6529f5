package org.hybridlab.diagnose.object;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.ProbeNamespace;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;

/** Object lists, each read once. A failed list is unknown: every use fails, instead of an empty list. */
final class ClusterLists {
    private static final String NAMESPACES = "/api/v1/namespaces";

    private final ApiServer api;
    private final Optional<Lab> lab;
    private final Instant now;
    private final Map<String, List<LiveObject>> known = new HashMap<>();
    private final Map<String, LabException> unknown = new HashMap<>();

    /** @param lab empty: nobody knows what the cluster should have */
    ClusterLists(ApiServer api, Optional<Lab> lab) {
        this.api = api;
        this.lab = lab;
        this.now = api.now();
    }

    /**
     * @param path for example {@code /api/v1/services}
     * @throws LabException if the API server does not answer with a list
     */
    List<LiveObject> of(String path) {
        if (unknown.containsKey(path)) {
            throw unknown.get(path);
        }
        List<LiveObject> list = known.get(path);
        if (list == null) {
            list = ask(path);
            known.put(path, list);
        }
        return list;
    }

    private List<LiveObject> ask(String path) {
        try {
            var answer = api.get(path + "?resourceVersion=0");
            if (!answer.path("items").isArray()) {
                throw LabException.labFailed("api-refused", "The API server did not answer with a list at %s."
                        .formatted(path), "Run the same command again.");
            }
            List<LiveObject> all = answer.path("items").valueStream().map(LiveObject::new).toList();
            return path.equals(NAMESPACES) ? all : all.stream().filter(one -> !isLeaving(one.namespace())).toList();
        } catch (LabException e) {
            unknown.put(path, e);
            throw e;
        }
    }

    /** Objects in an ending namespace, or in one of checks, will go too. */
    private boolean isLeaving(String namespace) {
        return !namespace.isEmpty() && of(NAMESPACES).stream().anyMatch(one -> one.name().equals(namespace)
                && (one.isEnding() || one.at("metadata", "labels").has(ProbeNamespace.LABEL)));
    }

    Optional<LiveObject> find(String path, String namespace, String name) {
        return of(path).stream().filter(one -> one.namespace().equals(namespace) && one.name().equals(name))
                .findFirst();
    }

    ApiServer api() {
        return api;
    }

    Instant now() {
        return now;
    }

    Optional<Lab> lab() {
        return lab;
    }

    /** The lab, if its cluster was made by kubeadm. */
    Optional<Lab> ownCluster() {
        return lab.filter(one -> !one.joinsExisting());
    }
}
