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
 * Objects applied for an app that no manifest names any more. Deletes only objects on the app's list that the API
 * server shows as applied by hybridlab. Another API version is the same object.
 */
record SurplusObjects(LabContext labContext, String app) {
    /** In the order of apply; asks the API server only for its kinds. */
    List<String> paths() {
        List<String> all = new ArrayList<>(list().of(app));
        if (!all.isEmpty()) {
            // Another app may have taken over an object.
            List<Manifest> named = labContext.objectsOfApps();
            all.removeIf(path -> named.stream().anyMatch(object -> mayBe(object, path)));
        }
        return all;
    }

    /** What is lost, to follow "will"; empty for nothing. */
    Optional<String> destruction() {
        Map<Boolean, List<String>> surplus = paths().stream().collect(Collectors.partitioningBy(this::isLeftByHelm,
                Collectors.mapping(SurplusObjects::reference, Collectors.toList())));
        return surplus.get(false).isEmpty() ? Optional.empty() : Optional.of("delete objects of the app %s: %s%s"
                .formatted(app, String.join(", ", surplus.get(false)), surplus.get(true).isEmpty() ? ""
                        : "; Helm leaves " + String.join(", ", surplus.get(true))));
    }

    /** A definition of a chart's folder {@code crds}: Helm made it, and not as a part of the release. */
    private boolean isLeftByHelm(String path) {
        return path.contains("/customresourcedefinitions/") && labContext.cluster().api().find(path)
                .filter(live -> !list().isOurs(path, live) && !live.path("metadata").path("annotations")
                        .has("meta.helm.sh/release-name")).isPresent();
    }

    /** Last first, so that dependencies go after their users. */
    void delete(StepContext context) {
        if (labContext.lab().apps().stream().noneMatch(one -> one.name().equals(app) && one.chart().isPresent())) {
            new ChartRelease(labContext, app).uninstall(context);
        }
        List<String> surplus = new ArrayList<>(paths());
        Collections.reverse(surplus);
        delete(surplus, context);
    }

    /**
     * Surplus Services that hold a NodePort or an address that one of these objects wants, and surplus autoscalers if
     * these set replicas.
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

    /** Ports and addresses that are exclusive. */
    private static Stream<String> alone(JsonNode service) {
        JsonNode spec = service.path("spec");
        return Stream.concat(HeldNodePorts.of(service).map(port -> "port " + port),
                Stream.of(spec.path("clusterIP").asString("")).filter(address -> address.contains(".")
                        || address.contains(":")));
    }

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

    /** An unknown kind matches any object of the name. */
    private boolean mayBe(Manifest object, String path) {
        String group = object.apiVersion().replaceFirst("/.*", "/");
        return path.endsWith("/" + object.name()) && labContext.cluster().knownPath(object)
                .map(known -> ObjectPath.areSame(known, path)).orElseGet(() -> path.startsWith("/apis/" + group));
    }

    private AppliedObjects list() {
        return new AppliedObjects(labContext.workspace());
    }

    /** Such as {@code deployments/web}; a namespace takes all in it. */
    static String reference(String path) {
        String[] parts = path.split("/");
        String last = parts[parts.length - 2] + "/" + parts[parts.length - 1];
        return last.startsWith("namespaces/") ? last + " with all that is in it" : last;
    }
}
