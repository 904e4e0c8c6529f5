package org.hybridlab.diagnose;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.hybridlab.cluster.api.ApiServer;
import tools.jackson.databind.JsonNode;

/** Which objects have what they asked for, so that old events about them are history. */
final class SatisfiedControllers {
    private SatisfiedControllers() {
    }

    /** As kind, namespace and name: {@code ReplicaSet/default/web-7d9}. */
    static Set<String> of(ApiServer api) {
        Set<String> satisfied = new HashSet<>();
        for (String kind : List.of("ReplicaSet", "StatefulSet", "DaemonSet")) {
            api.get("/apis/apps/v1/%ss".formatted(kind.toLowerCase(Locale.ROOT))).path("items")
                    .forEach(one -> {
                        JsonNode status = one.path("status");
                        boolean daemons = kind.equals("DaemonSet");
                        int wanted = daemons ? status.path("desiredNumberScheduled").asInt(-1)
                                : one.path("spec").path("replicas").asInt(-1);
                        int ready = status.path(daemons ? "numberReady" : "readyReplicas").asInt(0);
                        if (wanted >= 0 && ready >= wanted) {
                            satisfied.add("%s/%s/%s".formatted(kind, one.path("metadata").path("namespace")
                                    .asString(""), one.path("metadata").path("name").asString("")));
                        }
                    });
        }
        return satisfied;
    }
}
