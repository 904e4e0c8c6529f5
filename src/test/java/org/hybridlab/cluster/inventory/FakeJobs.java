package org.hybridlab.cluster.inventory;

import java.util.List;

import org.hybridlab.common.error.LabException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the API server does with new Jobs. */
final class FakeJobs {
    private FakeJobs() {
    }

    /** As the API server generates it of a new Job; its labels are those of its pods if it has none. */
    static void select(ObjectNode job) {
        JsonNode metadata = job.path("metadata");
        ObjectNode labels = job.withObject("/spec/template/metadata/labels");
        for (String prefix : List.of("", "batch.kubernetes.io/")) {
            labels.set(prefix + "controller-uid", metadata.path("uid"));
            labels.set(prefix + "job-name", metadata.path("name"));
        }
        job.withObject("/spec/selector/matchLabels").set("batch.kubernetes.io/controller-uid", metadata.path("uid"));
        if (metadata.path("labels").isEmpty()) {
            ((ObjectNode) metadata).set("labels", labels.deepCopy());
        }
    }

    static void mustHaveNoSelector(ObjectNode job) {
        if (!job.at("/spec/manualSelector").asBoolean(false) && (job.path("spec").has("selector")
                || job.at("/spec/template/metadata/labels").has("batch.kubernetes.io/controller-uid"))) {
            throw LabException.labFailed("api-refused", "spec.selector: `selector` not auto-generated", "");
        }
    }
}
