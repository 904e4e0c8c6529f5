package org.hybridlab.diagnose.object;

import java.util.Optional;

import org.hybridlab.config.model.Lab;

/** APIs that the API server passes on to a service, and which that does not answer. */
final class ApiServiceEvidence {
    private static final String PATH = "/apis/apiregistration.k8s.io/v1/apiservices";
    private static final String METRICS = "v1beta1.metrics.k8s.io";

    private ApiServiceEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        boolean wanted = lists.ownCluster().filter(Lab::metrics).isPresent();
        for (LiveObject service : lists.of(PATH)) {
            Optional<String> why = service.condition("Available", "False").map(LiveObject::summary);
            why.ifPresent(words -> lines.say("APIService %s%s is not available: %s".formatted(service.name(),
                    wanted && service.name().equals(METRICS) ? ", which the lab wants," : "", words)));
        }
        if (wanted && lists.find(PATH, "", METRICS).isEmpty()) {
            lines.say("APIService %s, which the lab wants, does not exist".formatted(METRICS));
        }
    }
}
