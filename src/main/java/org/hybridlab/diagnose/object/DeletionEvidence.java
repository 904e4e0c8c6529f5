package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.cluster.inventory.ClusterObject;
import org.hybridlab.cluster.inventory.ClusterObjects;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;

final class DeletionEvidence {
    /** Controllers remove finalizers within seconds. Pods of a namespace have half a minute. */
    private static final Duration LONG = Duration.ofSeconds(20);
    /** Finding the rest of a namespace or definition takes lists of all kinds. */
    private static final int THREADS = 8;
    private static final List<String> HOLDERS = List.of("/api/v1/namespaces",
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions");
    private static final List<String> COMMON = List.of("/api/v1/configmaps", "/api/v1/services",
            "/api/v1/persistentvolumes", "/apis/apps/v1/deployments", "/apis/apps/v1/daemonsets",
            "/apis/apps/v1/statefulsets");

    private DeletionEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        boolean held = false;
        for (String path : HOLDERS) {
            for (LiveObject object : lists.of(path)) {
                if (object.isEndingForLongerThan(LONG, lists.now())) {
                    held = true;
                    namespace(path, object, lines);
                }
            }
        }
        if (held) {
            try (Parallel parallel = new Parallel(THREADS, new Cancellation())) {
                ClusterObjects.read(lists.api(), parallel).all().forEach(object -> held(lists, object, lines));
            }
            return;
        }
        COMMON.forEach(path -> lists.of(path).forEach(object -> held(lists, path.substring(
                path.lastIndexOf('/') + 1) + group(path), object, lines)));
    }

    /** As kubectl writes it behind the plural: {@code .apps}. */
    private static String group(String path) {
        String[] parts = path.split("/");
        return parts[1].equals("api") ? "" : "." + parts[2];
    }

    private static void namespace(String path, LiveObject object, ObjectLines lines) {
        if (path.endsWith("namespaces")) {
            Set<String> words = object.at("status", "conditions").valueStream()
                    .filter(one -> one.path("status").asString("").equals("True"))
                    .map(one -> one.path("message").asString("").replace('\n', ' '))
                    .collect(Collectors.toCollection(TreeSet::new));
            lines.say("Namespace %s is being deleted, and does not go: %s".formatted(object.name(),
                    String.join("; ", words)));
        }
    }

    private static void held(ClusterLists lists, ClusterObject object, ObjectLines lines) {
        held(lists, object.kind().id(), new LiveObject(object.json()), lines);
    }

    private static void held(ClusterLists lists, String kind, LiveObject object, ObjectLines lines) {
        // Kubernetes removes its own finalizers once the protected use ends, as of a volume.
        List<String> foreign = object.finalizers().stream().filter(one -> one.contains("/")
                && !one.startsWith("kubernetes.io/") && !one.contains(".k8s.io/")
                && !one.contains(".kubernetes.io/")).toList();
        if (object.isEndingForLongerThan(LONG, lists.now()) && !foreign.isEmpty()) {
            lines.say("%s %s is being deleted, and the finalizer %s holds it".formatted(kind, object.fullName(),
                    String.join(", ", foreign)));
        }
    }
}
