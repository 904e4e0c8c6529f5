package org.hybridlab.cluster.inventory;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;

/** Objects that are deleted with another one: all in a namespace, and all of a defined kind. */
public final class HeldObjects {
    private static final String DEFINITIONS = "/customresourcedefinitions/";
    private static final String NAMESPACES = "/api/v1/namespaces/";

    private HeldObjects() {
    }

    public static boolean mayBeIn(String path) {
        return path.startsWith(NAMESPACES) && path.indexOf('/', NAMESPACES.length()) < 0
                || path.contains(DEFINITIONS);
    }

    /** Objects in it that are neither ours nor owned by ours. Includes what the API server does not list. */
    public static List<String> ofOthers(ClusterObjects all, String path, Predicate<ClusterObject> isOurs) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        boolean namespace = path.startsWith(NAMESPACES);
        List<ClusterObject> inside = all.all().stream().filter(object -> !object.isEnding()
                && (namespace ? object.namespace() : object.kind().id()).equals(name)).toList();
        Set<String> ours = new HashSet<>();
        inside.stream().filter(isOurs).forEach(object -> ours.add(uid(object.metadata())));
        inside.stream().filter(isOurs).filter(object -> object.kind().id().equals("statefulsets.apps"))
                .flatMap(set -> claims(set, inside)).forEach(claim -> ours.add(uid(claim.metadata())));
        // Owners are in no order.
        boolean more = true;
        while (more) {
            more = ours.addAll(inside.stream().map(ClusterObject::metadata).filter(metadata -> metadata
                    .path("ownerReferences").valueStream().anyMatch(owner -> ours.contains(uid(owner))))
                    .map(HeldObjects::uid).toList());
        }
        return Stream.concat(inside.stream().filter(object -> !ours.contains(uid(object.metadata()))
                        && !ControllerObjects.isInEachNamespace(object)).map(ClusterObject::title),
                (namespace ? all.hidden() : all.unknown()).stream().filter(kind -> namespace || kind.equals(name)
                        || name.endsWith("." + kind.replaceFirst("/.*", "")))
                        .map("%s, which the API server does not list"::formatted)).toList();
    }

    /** Claims that a StatefulSet creates without owning them. */
    private static Stream<ClusterObject> claims(ClusterObject set, List<ClusterObject> inside) {
        List<String> templates = set.json().path("spec").path("volumeClaimTemplates").valueStream()
                .map(claim -> claim.path("metadata").path("name").asString("") + "-" + set.name() + "-").toList();
        return inside.stream().filter(object -> object.kind().id().equals(ClaimedVolumes.CLAIMS) && templates.stream()
                .anyMatch(template -> object.name().startsWith(template)
                        && object.name().substring(template.length()).matches("\\d+")));
    }

    private static String uid(JsonNode metadata) {
        return metadata.path("uid").asString("");
    }
}
