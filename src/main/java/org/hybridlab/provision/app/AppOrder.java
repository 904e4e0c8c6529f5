package org.hybridlab.provision.app;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.model.App;
import org.hybridlab.provision.context.LabContext;
import tools.jackson.databind.JsonNode;

/**
 * Which apps come first: those that define a kind, or make a namespace, which objects of another app need.
 *
 * @param needs the apps that each app needs, by its name
 * @param mayDefineKinds whether apps define kinds, or have roles: with such, programs define kinds by themselves
 */
record AppOrder(Map<String, Set<String>> needs, boolean mayDefineKinds) {
    private static final String DEFINITION = "CustomResourceDefinition";
    private static final Set<String> DEFINING = Set.of(DEFINITION, "ClusterRole", "ClusterRoleBinding");

    static AppOrder of(LabContext labContext) {
        Map<String, Set<String>> brought = new HashMap<>();
        Map<String, Set<String>> wanted = new HashMap<>();
        boolean mayDefine = false;
        for (App app : labContext.lab().apps()) {
            List<Manifest> objects = Manifest.parse(labContext.files().manifest(app));
            brought.put(app.name(), objects.stream().flatMap(AppOrder::brings).collect(Collectors.toSet()));
            wanted.put(app.name(), objects.stream().flatMap(AppOrder::wants).collect(Collectors.toSet()));
            mayDefine |= objects.stream().map(Manifest::kind).anyMatch(DEFINING::contains);
        }
        wanted.forEach((app, names) -> names.removeAll(brought.get(app)));
        Map<String, Set<String>> needs = new HashMap<>();
        wanted.forEach((app, names) -> needs.put(app, brought.keySet().stream()
                .filter(other -> !Collections.disjoint(brought.get(other), names)).collect(Collectors.toSet())));
        return new AppOrder(needs, mayDefine);
    }

    private static Stream<String> brings(Manifest object) {
        if (object.kind().equals("Namespace")) {
            return Stream.of(object.name());
        }
        if (!object.kind().equals(DEFINITION)) {
            return Stream.of();
        }
        JsonNode spec = object.json().path("spec");
        return Stream.of(spec.path("group").asString("") + "/" + spec.path("names").path("kind").asString(""));
    }

    private static Stream<String> wants(Manifest object) {
        return Stream.of(object.namespace(), object.apiVersion().replaceFirst("/.*", "/") + object.kind());
    }

    /** The apps that come before it. Apps that need each other do not wait for each other. */
    Set<String> before(String app) {
        return needs.get(app).stream().filter(first -> !leads(first, app, new HashSet<>()))
                .collect(Collectors.toSet());
    }

    /** Whether it needs an app that needs it, too. */
    boolean isInCircle(String app) {
        return !before(app).equals(needs.get(app));
    }

    private boolean leads(String from, String to, Set<String> seen) {
        return needs.get(from).stream()
                .anyMatch(next -> next.equals(to) || seen.add(next) && leads(next, to, seen));
    }
}
