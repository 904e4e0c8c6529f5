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

/**
 * The lists of objects that evidence is found in, each asked for once. A list that the API server does not give is
 * unknown: who asks for it fails, again and again, instead of seeing an empty one.
 */
final class ClusterLists {
    private static final String NAMESPACES = "/api/v1/namespaces";

    private final ApiServer api;
    private final Optional<Lab> lab;
    private final Instant now;
    private final Map<String, List<LiveObject>> known = new HashMap<>();
    private final Map<String, LabException> unknown = new HashMap<>();

    /** @param lab whose cluster it is; empty: nobody knows what the cluster should have */
    ClusterLists(ApiServer api, Optional<Lab> lab) {
        this.api = api;
        this.lab = lab;
        this.now = api.now();
    }

    /**
     * All objects below a path, for example {@code /api/v1/services}.
     *
     * @throws LabException if the API server does not say, or says something else than a list
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

    /** What is in a namespace that goes, or in one in which checks look around, goes with it. */
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

    /** By the API server's clock. */
    Instant now() {
        return now;
    }

    Optional<Lab> lab() {
        return lab;
    }

    /** The lab, if kubeadm made the cluster for it. */
    Optional<Lab> ownCluster() {
        return lab.filter(one -> !one.joinsExisting());
    }
}
