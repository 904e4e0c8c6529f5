package org.hybridlab.cluster.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies objects, and compares them with their manifests later. The API server judges: a dry run applies each
 * manifest, and its result is compared with the object. Defaults, equal quantities and fields of others are therefore
 * no drift. An object in the state recorded after apply needs no dry run, which costs ten times a read.
 */
public final class AppliedManifests {
    public static final String MANAGER = "hybridlab";
    /** Limit for deletion. A namespace with pods needs half a minute. */
    private static final Duration GOING = Duration.ofSeconds(90);

    private final ApiServer api;
    private final ResourcePaths paths;
    private final LastApplied last;

    AppliedManifests(ApiServer api, ResourcePaths paths, LastApplied last) {
        this.api = api;
        this.paths = paths;
        this.last = last;
    }

    /** The state of objects right after apply, by their API path. */
    public interface LastApplied {
        /** Records nothing, so every object gets a dry run. */
        LastApplied NOT_KEPT = new LastApplied() {
            @Override
            public boolean is(String path, String state) {
                return false;
            }

            @Override
            public void keep(String path, String state) {
            }
        };

        boolean is(String path, String state);

        /** @param state may hold secrets */
        void keep(String path, String state);
    }

    /**
     * Server-side apply in this order. Keeps the replicas that an autoscaler has set.
     *
     * @param lines gets "deployment/web applied" for each
     */
    public void apply(List<Manifest> objects, Consumer<String> lines, Cancellation cancellation) {
        apply(objects, path -> { }, lines, cancellation);
    }

    /** @param before gets the path of each object before it is applied */
    public void apply(List<Manifest> objects, Consumer<String> before, Consumer<String> lines,
                      Cancellation cancellation) {
        for (Manifest object : objects) {
            String path = paths.awaited(object, cancellation);
            before.accept(path);
            if (isEnding(apply(object, path, UnaryOperator.identity(), lines))) {
                awaitEnd(object, path, lines, cancellation);
                apply(object, path, UnaryOperator.identity(), lines);
            }
        }
    }

    /** Applies to an existing object of this UID only. Creates none. */
    public void apply(Manifest object, String path, String uid, Consumer<String> lines) {
        apply(object, path, ours -> ManifestFields.withUid(ours, uid), lines);
    }

    private JsonNode apply(Manifest object, String path, UnaryOperator<Manifest> sent, Consumer<String> lines) {
        Manifest ours = object.statesReplicas() ? asOurs(object, api.find(path)) : object;
        JsonNode applied = api.apply(path, sent.apply(ours).yaml());
        if (!isEnding(applied)) {
            last.keep(path, ObjectState.of(ours, applied));
            lines.accept(object.reference() + " applied");
        }
        return applied;
    }

    public void awaitEnd(Manifest object, String path, Consumer<String> lines, Cancellation cancellation) {
        lines.accept("%s is being deleted; waiting until it is gone".formatted(object.reference()));
        Wait.until("the deleted %s is gone".formatted(object.reference()), GOING)
                .orFail("object-not-deleted", "See its finalizers: hybridlab kubectl LAB get %s -n %s -o yaml"
                        .formatted(object.reference(), object.namespace()))
                .that(() -> api.find(path).filter(AppliedManifests::isEnding), Optional::isEmpty,
                        still -> "it is still there", cancellation);
    }

    /**
     * How the objects differ from their manifests, such as "deployment/web: spec.replicas is 0 instead of 2".
     *
     * @throws LabException if the API server gives no answer
     */
    public List<String> drift(List<Manifest> objects) {
        return objects.stream().map(this::drift).flatMap(Optional::stream).toList();
    }

    private Optional<String> drift(Manifest object) {
        try {
            String path = paths.of(object);
            Optional<JsonNode> live = api.find(path);
            if (live.isEmpty()) {
                return Optional.of("there is no " + object.reference());
            }
            if (isEnding(live.get())) {
                return Optional.of(object.reference() + " is being deleted");
            }
            Manifest ours = asOurs(object, live);
            if (last.is(path, ObjectState.of(ours, live.get()))) {
                return Optional.empty();
            }
            return ObjectDifference.between(live.get(), api.dryRun(path, ours.yaml()))
                    .map(words -> object.reference() + ": " + words);
        } catch (LabException e) {
            if (e.id().equals("object-refused") || e.id().equals("manifest-kind-unknown")) {
                return Optional.of(object.reference() + ": " + e.why().orElse(e.what()));
            }
            throw e;
        }
    }

    /** The manifest, without replicas if an autoscaler has set them. */
    private Manifest asOurs(Manifest object, Optional<JsonNode> live) {
        return live.filter(one -> new Rollout(object.kind(), one).isAutoscaled(api)).isPresent()
                ? ManifestFields.withoutReplicas(object) : object;
    }

    public static boolean isEnding(JsonNode live) {
        return live.path("metadata").has("deletionTimestamp");
    }

    /** Replaces the pods of a Deployment or DaemonSet, as {@code kubectl rollout restart} does. */
    public void restart(Manifest workload) {
        api.merge(paths.of(workload), JsonMapper.shared().writeValueAsString(Map.of("spec", Map.of("template",
                Map.of("metadata", Map.of("annotations",
                        Map.of("kubectl.kubernetes.io/restartedAt", Instant.now().toString())))))));
    }

    /** A manifest and its object as text, without what controllers write into every object. */
    static final class ObjectState {
        private static final List<String> OF_CONTROLLERS = List.of("managedFields", "resourceVersion");
        /** Set by the Deployment controller just after the Deployment was created. */
        private static final String REVISION = "deployment.kubernetes.io/revision";

        private ObjectState() {
        }

        static String of(Manifest manifest, JsonNode object) {
            JsonNode kept = object.deepCopy();
            if (kept instanceof ObjectNode fields) {
                fields.remove("status");
                if (fields.path("metadata") instanceof ObjectNode metadata) {
                    metadata.remove(OF_CONTROLLERS);
                    withoutRevision(metadata);
                }
            }
            return manifest.yaml() + kept;
        }

        private static void withoutRevision(ObjectNode metadata) {
            if (metadata.path("annotations") instanceof ObjectNode annotations) {
                annotations.remove(REVISION);
                if (annotations.isEmpty()) {
                    metadata.remove("annotations");
                }
            }
        }
    }
}
