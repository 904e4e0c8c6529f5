package org.hybridlab.provision.app;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.ObjectPath;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedObjects;
import org.hybridlab.provision.state.JoinedCluster;
import tools.jackson.databind.JsonNode;

/**
 * Objects that were applied for an app, and that no manifest of the lab's apps names any more. Only those go that are
 * on the app's list, and of which the API server says that hybridlab applied them. Another version of its API makes no
 * other object.
 */
record SurplusObjects(LabContext labContext, String app) {
    /** Their paths, in the order in which they were applied; asks the API server for nothing but its kinds. */
    List<String> paths() {
        List<String> all = new ArrayList<>(list().of(app));
        if (!all.isEmpty()) {
            // Another app may have taken over one of this one's.
            List<Manifest> named = labContext.objectsOfApps();
            all.removeIf(path -> named.stream().anyMatch(object -> mayBe(object, path)));
        }
        return all;
    }

    /** What is lost with them, as the end of a sentence that begins with "will"; empty for nothing. */
    Optional<String> destruction() {
        List<String> surplus = paths();
        return surplus.isEmpty() ? Optional.empty() : Optional.of("delete objects of the app %s: %s".formatted(app,
                surplus.stream().map(SurplusObjects::reference).collect(Collectors.joining(", "))));
    }

    /** The last first, so that what was applied before others could need it goes after them. */
    void delete(StepContext context) {
        List<String> surplus = new ArrayList<>(paths());
        Collections.reverse(surplus);
        delete(surplus, context);
    }

    /**
     * Surplus Services that hold a NodePort or an address which one of these objects wants: only one can have it. And
     * surplus autoscalers, if these objects say how many replicas there are.
     */
    List<String> inTheWayOf(List<Manifest> objects) {
        Set<String> wanted = objects.stream().filter(object -> object.kind().equals("Service"))
                .flatMap(object -> alone(object.json())).collect(Collectors.toSet());
        boolean states = objects.stream().anyMatch(Manifest::statesReplicas);
        return wanted.isEmpty() && !states ? List.of() : paths().stream()
                .filter(path -> states && SurplusScalers.isScaler(path)
                        || HeldNodePorts.isService(path) && holds(path, wanted)).toList();
    }

    private boolean holds(String service, Set<String> wanted) {
        return !wanted.isEmpty() && labContext.cluster().api().find(service).stream().flatMap(SurplusObjects::alone)
                .anyMatch(wanted::contains);
    }

    /** What a Service has for itself alone. */
    private static Stream<String> alone(JsonNode service) {
        JsonNode spec = service.path("spec");
        return Stream.concat(HeldNodePorts.of(service).map(port -> "port " + port),
                Stream.of(spec.path("clusterIP").asString("")).filter(address -> address.contains(".")
                        || address.contains(":")));
    }

    /** @param surplus paths of these objects */
    void delete(List<String> surplus, StepContext context) {
        Cluster cluster = labContext.cluster();
        JoinedCluster joined = new JoinedCluster(labContext.workspace());
        Map<String, List<String>> held = joined.isJoined() ? joined.held(cluster) : Map.of();
        for (String path : surplus) {
            Optional<JsonNode> live = cluster.api().find(path);
            if (live.isPresent() && !list().isOurs(path, live.get())) {
                context.line(reference(path) + " is not hybridlab's, and stays");
            } else if (held.containsKey(path)) {
                context.line("%s stays, as others have there: %s".formatted(reference(path),
                        String.join(", ", held.get(path))));
            } else if (live.isPresent()) {
                cluster.api().deleteWithOwned(path, live.get().path("metadata").path("uid").asString(""));
                context.line(reference(path) + " deleted");
            }
        }
    }

    /** Of a kind that is not known yet, each object of the name may be the one. */
    private boolean mayBe(Manifest object, String path) {
        String group = object.apiVersion().replaceFirst("/.*", "/");
        return path.endsWith("/" + object.name()) && labContext.cluster().knownPath(object)
                .map(known -> ObjectPath.areSame(known, path)).orElseGet(() -> path.startsWith("/apis/" + group));
    }

    private AppliedObjects list() {
        return new AppliedObjects(labContext.workspace());
    }

    /** For example {@code deployments/web}; a namespace takes all with it that is in it. */
    static String reference(String path) {
        String[] parts = path.split("/");
        String last = parts[parts.length - 2] + "/" + parts[parts.length - 1];
        return last.startsWith("namespaces/") ? last + " with all that is in it" : last;
    }
}
