package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;

record LiveObject(JsonNode json) {
    String name() {
        return text("metadata", "name");
    }

    /** Empty for cluster-scoped objects. */
    String namespace() {
        return text("metadata", "namespace");
    }

    /** Namespace and name, or the name alone. */
    String fullName() {
        return namespace().isEmpty() ? name() : namespace() + "/" + name();
    }

    String text(String... path) {
        return at(path).asString("");
    }

    JsonNode at(String... path) {
        JsonNode node = json;
        for (String key : path) {
            node = node.path(key);
        }
        return node;
    }

    boolean isEnding() {
        return at("metadata").has("deletionTimestamp");
    }

    /** Whether it was created, or has been ending, for longer. */
    boolean isOlderThan(Duration age, Instant now) {
        return isBefore(now.minus(age), at("metadata", "creationTimestamp"));
    }

    /** Whether it was created or written within that time; false if unknown. */
    boolean hasChangedWithin(Duration age, Instant now) {
        return Stream.concat(Stream.of(at("metadata", "creationTimestamp")),
                at("metadata", "managedFields").valueStream().map(entry -> entry.path("time")))
                .anyMatch(moment -> isAfter(now.minus(age), moment));
    }

    boolean isEndingForLongerThan(Duration age, Instant now) {
        return isEnding() && isBefore(now.minus(age), at("metadata", "deletionTimestamp"));
    }

    static boolean isBefore(Instant then, JsonNode moment) {
        return moment(moment).filter(one -> one.isBefore(then)).isPresent();
    }

    private static boolean isAfter(Instant then, JsonNode moment) {
        return moment(moment).filter(one -> one.isAfter(then)).isPresent();
    }

    private static Optional<Instant> moment(JsonNode text) {
        try {
            return Optional.of(Instant.parse(text.asString("")));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    List<String> finalizers() {
        return at("metadata", "finalizers").valueStream().map(one -> one.asString("")).toList();
    }

    /** Name of its owner, if that is of the kind. */
    Optional<String> owner(String kind) {
        return at("metadata", "ownerReferences").valueStream().filter(one -> one.path("kind").asString("").equals(kind))
                .map(one -> one.path("name").asString("")).findFirst();
    }

    boolean isOfTheLab() {
        return at("metadata", "managedFields").valueStream()
                .anyMatch(entry -> entry.path("manager").asString("").equals("hybridlab"));
    }

    Optional<JsonNode> condition(String type, String status) {
        return at("status", "conditions").valueStream().filter(one -> one.path("type").asString("").equals(type)
                && one.path("status").asString("").equals(status)).findFirst();
    }

    static Map<String, String> texts(JsonNode mapping) {
        Map<String, String> texts = new TreeMap<>();
        mapping.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asString("")));
        return texts;
    }

    static String summary(JsonNode condition) {
        return (condition.path("reason").asString("") + ": " + condition.path("message").asString(""))
                .replace('\n', ' ').strip();
    }
}
