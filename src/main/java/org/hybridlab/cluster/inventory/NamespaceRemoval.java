package org.hybridlab.cluster.inventory;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Empties namespaces that are being deleted, and finalizes them. The namespace controller needs at least five seconds,
 * and hangs at a finalizer or an API without a server. A namespace seen empty stays so, as nothing can be created in
 * it. One stays if a kind cannot be listed.
 */
final class NamespaceRemoval {
    private static final int ROUNDS = 5;

    private final ApiServer api;
    private final Inventory record;
    private final Parallel parallel;

    NamespaceRemoval(ApiServer api, Inventory record, Parallel parallel) {
        this.api = api;
        this.record = record;
        this.parallel = parallel;
    }

    /** @return those that are gone; the next call retries the others */
    Set<String> remove(Set<String> namespaces) {
        List<ClusterObject> inside = List.of();
        for (int round = 0; round < ROUNDS; round++) {
            ClusterObjects now = ClusterObjects.read(api, parallel, record);
            inside = now.all().stream().filter(object -> namespaces.contains(object.namespace())).toList();
            if (inside.isEmpty()) {
                return now.hidden().isEmpty() ? finish(now, namespaces) : Set.of();
            }
            parallel.map(inside, this::end);
        }
        return Set.of();
    }

    private ClusterObject end(ClusterObject object) {
        return quietly(object, () -> {
            if (!object.finalizers().isEmpty()) {
                api.merge(object.path(), "{\"metadata\":{\"finalizers\":null}}");
            }
            api.delete(object.path() + "?gracePeriodSeconds=0&propagationPolicy=Background");
        });
    }

    private Set<String> finish(ClusterObjects now, Set<String> namespaces) {
        List<ClusterObject> ending = now.all().stream().filter(object -> object.kind().id().equals("namespaces")
                && namespaces.contains(object.name()) && object.isEnding()).toList();
        parallel.map(ending, namespace -> quietly(namespace, () -> {
            new ObjectReturn(api).release(namespace);
            ObjectNode freed = JsonMapper.shared().createObjectNode().put("apiVersion", "v1").put("kind", "Namespace");
            freed.putObject("metadata").put("name", namespace.name());
            freed.putObject("spec").putArray("finalizers");
            api.replace(namespace.path() + "/finalize", freed.toString());
        }));
        return namespaces.stream().filter(name -> api.find("/api/v1/namespaces/" + name).isEmpty())
                .collect(Collectors.toSet());
    }

    /** Controllers may have been faster. Starts nothing after Ctrl-C. */
    private static ClusterObject quietly(ClusterObject object, Runnable work) {
        Cancellation.ofThisThread().throwIfRequested();
        try {
            work.run();
        } catch (LabException e) {
            if (e.isInterruption() || e.id().equals("api-unreachable")) {
                throw e;
            }
        }
        return object;
    }
}
