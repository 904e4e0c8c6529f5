package org.hybridlab.provision.apiserver;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.file.LabFile.RuleBook;
import org.hybridlab.config.rules.core.AppFacts;
import org.hybridlab.config.rules.core.ManifestMark;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Severity;
import org.hybridlab.config.rules.core.Violation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an empty cluster's API server says against the objects of a lab's apps. It gets all of them. */
public record ServerRefusals(Cluster cluster, Cancellation cancellation) {
    private static final String DEFINITION = "CustomResourceDefinition";
    /** Objects of other apps may need them. */
    private static final Set<String> FIRST = Set.of("Namespace", DEFINITION);
    /** Once stored, they would send requests for later objects elsewhere. */
    private static final Set<String> NOT_STORED = Set.of("APIService", "MutatingWebhookConfiguration",
            "ValidatingWebhookConfiguration");
    /** Of a field such as {@code spec.ports[0].port} or {@code spec.hard[limits.cpu]}. */
    private static final Pattern STEP = Pattern.compile("\\[([^]]*)]|[^.\\[\\]]+");

    public List<Violation> of(List<AppFacts> apps) {
        return cancellation.during(() -> {
            List<ManifestObject> objects = apps.stream().flatMap(app -> app.objects().stream()).toList();
            objects.stream().map(object -> object.kind().equals("Namespace") ? object.name() : object.namespace())
                    .distinct().forEach(this::makeNamespace);
            return Stream.concat(objects.stream().filter(object -> FIRST.contains(object.kind())),
                    objects.stream().filter(object -> !FIRST.contains(object.kind())))
                    .flatMap(this::refusals).toList();
        });
    }

    /** Also if no app brings it: what is missing in a lab is for the rules to say. */
    private void makeNamespace(String name) {
        String path = "/api/v1/namespaces/" + name;
        String text = "apiVersion: v1\nkind: %s\nmetadata: {name: %s}\n";
        cluster.api().judge(path, text.formatted("Namespace", name), true);
        cluster.api().judge(path + "/serviceaccounts/default", text.formatted("ServiceAccount", "default"), true);
    }

    private Stream<Violation> refusals(ManifestObject object) {
        cancellation.throwIfRequested();
        return path(object).map(path -> answer(object, path)).filter(answer -> answer.path("kind").asString("")
                .equals("Status")).stream().flatMap(status -> violations(object, status));
    }

    /** Empty for a kind that no app defines. A program may define it later. */
    private Optional<String> path(ManifestObject object) {
        try {
            return Optional.of(cluster.awaitedPath(new Manifest(object.apiVersion(), object.kind(), object.namespace(),
                    object.name(), OptionalInt.empty(), ""), cancellation));
        } catch (LabException e) {
            if (!e.id().equals("manifest-kind-unknown")) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private JsonNode answer(ManifestObject object, String path) {
        JsonNode body = object.body().json();
        boolean converts = object.kind().equals(DEFINITION)
                && body.path("spec").path("conversion").path("strategy").asString("").equals("Webhook");
        JsonNode answer = cluster.api().judge(path, body.toString(),
                !NOT_STORED.contains(object.kind()) && !converts);
        if (converts && body.path("spec") instanceof ObjectNode spec) {
            spec.remove("conversion");
            cluster.api().judge(path, body.toString(), true);
        }
        return answer;
    }

    private static Stream<Violation> violations(ManifestObject object, JsonNode status) {
        List<JsonNode> causes = status.path("details").path("causes").valueStream()
                .filter(cause -> !cause.path("field").asString("").isEmpty()).toList();
        return causes.isEmpty() ? Stream.of(violation(object, object.body(), status.path("message").asString("")))
                : causes.stream().map(cause -> violation(object, place(object.body(), cause.path("field").asString()),
                        cause.path("field").asString() + ": " + cause.path("message").asString("")));
    }

    private static Violation violation(ManifestObject object, ManifestNode at, String message) {
        return new Violation(RuleBook.SERVER_REFUSES.id(), Severity.ERROR, Place.of("apps"),
                Optional.of(new ManifestMark(object.file(), at.line(), at.column())),
                "%s: the API server refuses it: %s".formatted(object.title(), message),
                "`up` would fail with the same words.");
    }

    /** The innermost part of the field that the manifest has. The API server writes some fields itself. */
    private static ManifestNode place(ManifestNode body, String field) {
        ManifestNode at = body;
        Matcher step = STEP.matcher(field.replaceFirst("^spec\\.clusterIPs\\b.*", "spec.clusterIP"));
        while (step.find()) {
            String name = Optional.ofNullable(step.group(1)).orElse(step.group());
            ManifestNode next = name.matches("\\d{1,6}") && Integer.parseInt(name) < at.items().size()
                    ? at.items().get(Integer.parseInt(name)) : at.at(name);
            if (!next.isPresent()) {
                return at;
            }
            at = next;
        }
        return at;
    }
}
