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
import org.hybridlab.provision.state.AppliedDigests;
import tools.jackson.databind.JsonNode;

/**
 * Orders apps: those that define a kind or a namespace come before those that need it.
 *
 * @param needs by app
 * @param awaited needs that have not been applied
 * @param mayDefineKinds whether apps define kinds, or have roles: with a role, a program may define kinds itself
 */
record AppOrder(Map<String, Set<String>> needs, Map<String, Set<String>> awaited, boolean mayDefineKinds) {
    private static final String DEFINITION = "CustomResourceDefinition";
    private static final Set<String> DEFINING = Set.of(DEFINITION, "ClusterRole", "ClusterRoleBinding");

    static AppOrder of(LabContext labContext) {
        Map<String, Set<String>> brought = new HashMap<>();
        Map<String, Set<String>> fresh = new HashMap<>();
        Map<String, Set<String>> wanted = new HashMap<>();
        boolean mayDefine = false;
        for (App app : labContext.lab().apps()) {
            List<Manifest> objects = Manifest.parse(labContext.files().manifest(app));
            brought.put(app.name(), brings(objects.stream()));
            fresh.put(app.name(), brings(objects.stream().filter(object -> !wasApplied(labContext, object))));
            wanted.put(app.name(), objects.stream().flatMap(AppOrder::wants).collect(Collectors.toSet()));
            mayDefine |= objects.stream().map(Manifest::kind).anyMatch(DEFINING::contains);
        }
        wanted.forEach((app, names) -> names.removeAll(brought.get(app)));
        return new AppOrder(broughtBy(wanted, brought), broughtBy(wanted, fresh), mayDefine);
    }

    private static boolean wasApplied(LabContext labContext, Manifest object) {
        String path = object.kind().equals("Namespace") ? "/api/v1/namespaces/" + object.name()
                : "/apis/%s/customresourcedefinitions/%s".formatted(object.apiVersion(), object.name());
        return new AppliedDigests(labContext.workspace()).has(path);
    }

    private static Map<String, Set<String>> broughtBy(Map<String, Set<String>> wanted,
                                                      Map<String, Set<String>> brought) {
        Map<String, Set<String>> needs = new HashMap<>();
        wanted.forEach((app, names) -> needs.put(app, brought.keySet().stream()
                .filter(other -> !Collections.disjoint(brought.get(other), names))
                .collect(Collectors.toSet())));
        return needs;
    }

    private static Set<String> brings(Stream<Manifest> objects) {
        return objects.flatMap(AppOrder::brings).collect(Collectors.toSet());
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

    /** Ignores cycles, and what an earlier {@code up} applied. */
    Set<String> before(String app) {
        return awaited.get(app).stream().filter(first -> !leads(first, app, new HashSet<>()))
                .collect(Collectors.toSet());
    }

    /** Whether to apply it while the cluster lacks something that another app brings. */
    boolean mayBeEarly(String app) {
        return !before(app).equals(needs.get(app));
    }

    private boolean leads(String from, String to, Set<String> seen) {
        return awaited.get(from).stream()
                .anyMatch(next -> next.equals(to) || seen.add(next) && leads(next, to, seen));
    }
}
