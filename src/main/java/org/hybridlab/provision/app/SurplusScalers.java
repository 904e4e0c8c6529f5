package org.hybridlab.provision.app;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.model.App;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedObjects;

/**
 * Autoscalers of apps that left the lab file. They may still set replicas in their namespaces. Asks no API server.
 * @param paths by app
 */
record SurplusScalers(LabContext labContext, Map<String, List<String>> paths) {
    private static final String FOLDER = "/horizontalpodautoscalers/";

    static SurplusScalers of(LabContext labContext, Set<String> removed) {
        AppliedObjects list = new AppliedObjects(labContext.workspace());
        Map<String, List<String>> paths = new HashMap<>();
        removed.forEach(app -> paths.put(app, list.of(app).stream().filter(SurplusScalers::isScaler).toList()));
        paths.values().removeIf(List::isEmpty);
        if (!paths.isEmpty()) {
            Set<String> named = labContext.objectsOfApps().stream()
                    .filter(object -> object.kind().equals("HorizontalPodAutoscaler"))
                    .map(object -> inNamespace(object.namespace()) + object.name()).collect(Collectors.toSet());
            paths.replaceAll((app, scalers) -> scalers.stream()
                    .filter(path -> named.stream().noneMatch(path::endsWith)).toList());
        }
        return new SurplusScalers(labContext, paths);
    }

    static boolean isScaler(String path) {
        return path.contains(FOLDER);
    }

    private static String inNamespace(String namespace) {
        return "/namespaces/" + namespace + FOLDER;
    }

    /** The apps whose surplus autoscalers must go before this app's replicas can hold. */
    Set<String> before(App app) {
        if (paths.isEmpty()) {
            return Set.of();
        }
        List<String> places = Manifest.parse(labContext.files().manifest(app)).stream()
                .filter(object -> object.statesReplicas() || app.scale().containsKey(object.name()))
                .map(object -> inNamespace(object.namespace())).distinct().toList();
        return paths.keySet().stream().filter(other -> paths.get(other).stream()
                .anyMatch(path -> places.stream().anyMatch(path::contains))).collect(Collectors.toSet());
    }
}
