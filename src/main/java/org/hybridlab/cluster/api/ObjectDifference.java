package org.hybridlab.cluster.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import tools.jackson.databind.JsonNode;

/**
 * How an object differs from the desired one, such as "spec.replicas is 0 instead of 2". Shows only numbers, booleans
 * and images: other texts may be secrets.
 */
public final class ObjectDifference {
    /** Written by the API server and controllers. Controllers and cordons share a node's taints. */
    private static final Set<String> NOT_OF_THE_MANIFEST = Set.of("status", "metadata.managedFields",
            "metadata.resourceVersion", "metadata.generation", "metadata.uid", "metadata.creationTimestamp",
            "spec.taints");
    private static final int NAMED = 3;

    private final List<String> found = new ArrayList<>();

    private ObjectDifference() {
    }

    public static Optional<String> between(JsonNode now, JsonNode wanted) {
        ObjectDifference difference = new ObjectDifference();
        difference.compare("", now, wanted);
        return difference.found.isEmpty() ? Optional.empty() : Optional.of(difference.text());
    }

    private String text() {
        String named = String.join(", ", found.subList(0, Math.min(NAMED, found.size())));
        return found.size() > NAMED ? "%s and %d more".formatted(named, found.size() - NAMED) : named;
    }

    private void compare(String path, JsonNode now, JsonNode wanted) {
        if (NOT_OF_THE_MANIFEST.contains(path) || now.equals(wanted)) {
            return;
        }
        if (now.isObject() && wanted.isObject()) {
            Set<String> fields = new TreeSet<>(now.propertyNames());
            fields.addAll(wanted.propertyNames());
            fields.forEach(field -> compare(path.isEmpty() ? field : path + "." + field, now.path(field),
                    wanted.path(field)));
        } else if (now.isArray() && wanted.isArray() && now.size() == wanted.size()) {
            for (int index = 0; index < now.size(); index++) {
                compare("%s[%d]".formatted(path, index), now.get(index), wanted.get(index));
            }
        } else {
            found.add(difference(path, now, wanted));
        }
    }

    private static String difference(String path, JsonNode now, JsonNode wanted) {
        if (now.isMissingNode()) {
            return path + " is missing";
        }
        if (wanted.isMissingNode()) {
            return path + " is too many";
        }
        boolean shown = wanted.isNumber() || wanted.isBoolean() || path.endsWith(".image");
        return shown && now.isValueNode() ? "%s is %s instead of %s".formatted(path, now.asString(), wanted.asString())
                : path + " is another";
    }
}
