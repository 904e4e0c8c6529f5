package org.hybridlab.provision.app;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.model.App;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedObjects;

/**
 * Autoscalers that were applied for apps, and that no manifest names any more. While one is there, the replicas of
 * workloads in its namespace may be its own. Asks the API server for nothing.
 *
 * @param paths by the app that they were applied for
 */
record SurplusScalers(LabContext labContext, Map<String, List<String>> paths) {
    private static final String FOLDER = "/horizontalpodautoscalers/";

    static SurplusScalers of(LabContext labContext) {
        AppliedObjects list = new AppliedObjects(labContext.workspace());
        Set<String> named = labContext.objectsOfApps().stream()
                .filter(object -> object.kind().equals("HorizontalPodAutoscaler"))
                .map(object -> inNamespace(object.namespace()) + object.name()).collect(Collectors.toSet());
        return new SurplusScalers(labContext, list.apps().stream().collect(Collectors.toMap(app -> app,
                app -> list.of(app).stream().filter(path -> path.contains(FOLDER))
                        .filter(path -> named.stream().noneMatch(path::endsWith)).toList())));
    }

    private static String inNamespace(String namespace) {
        return "/namespaces/" + namespace + FOLDER;
    }

    /** The apps whose surplus autoscalers go before replicas of this app can hold. */
    Set<String> before(App app) {
        List<String> places = Manifest.parse(labContext.files().manifest(app)).stream()
                .filter(object -> object.statesReplicas() || app.scale().containsKey(object.name()))
                .map(object -> inNamespace(object.namespace())).distinct().toList();
        return paths.keySet().stream().filter(other -> paths.get(other).stream()
                .anyMatch(path -> places.stream().anyMatch(path::contains))).collect(Collectors.toSet());
    }
}
