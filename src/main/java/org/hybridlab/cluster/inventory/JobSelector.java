package org.hybridlab.cluster.inventory;

import java.util.List;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The selector and pod labels that the API server generates from a Job's UID. It refuses a new Job with them, and an
 * existing one without.
 */
final class JobSelector {
    private static final List<String> LABELS = List.of("controller-uid", "job-name",
            "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name");

    private JobSelector() {
    }

    private static boolean isGenerated(ObjectKind kind, JsonNode job) {
        return kind.id().equals("jobs.batch") && !job.path("spec").path("manualSelector").asBoolean(false);
    }

    static JsonNode without(ObjectKind kind, JsonNode essence) {
        if (!isGenerated(kind, essence)) {
            return essence;
        }
        JsonNode job = essence.deepCopy();
        if (job.path("spec") instanceof ObjectNode spec) {
            spec.remove("selector");
        }
        withoutLabels(job.path("metadata"));
        withoutLabels(job.path("spec").path("template").path("metadata"));
        return job;
    }

    private static void withoutLabels(JsonNode metadata) {
        if (metadata.path("labels") instanceof ObjectNode labels) {
            labels.remove(LABELS);
            if (labels.isEmpty()) {
                ((ObjectNode) metadata).remove("labels");
            }
        }
    }

    /** Copies the generated values into the wanted Job. */
    static void keep(ClusterObject now, ObjectNode wanted) {
        if (isGenerated(now.kind(), now.json())) {
            wanted.withObject("/spec").set("selector", now.json().path("spec").path("selector"));
            keepLabels(now.metadata(), wanted.withObject("/metadata"));
            keepLabels(now.json().path("spec").path("template").path("metadata"),
                    wanted.withObject("/spec/template/metadata"));
        }
    }

    private static void keepLabels(JsonNode now, ObjectNode wanted) {
        LABELS.stream().filter(now.path("labels")::has).forEach(label ->
                wanted.withObject("/labels").set(label, now.path("labels").path(label)));
    }
}
