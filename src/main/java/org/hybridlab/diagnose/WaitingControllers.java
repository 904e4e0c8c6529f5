package org.hybridlab.diagnose;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.hybridlab.cluster.api.ApiServer;
import tools.jackson.databind.JsonNode;

/** Which objects lack pods that they asked for. Events about others, that have them or are gone, are history. */
final class WaitingControllers {
    static final List<String> KINDS = List.of("ReplicaSet", "StatefulSet", "DaemonSet");

    private WaitingControllers() {
    }

    /** As kind, namespace and name: {@code ReplicaSet/default/web-7d9}. */
    static Set<String> of(ApiServer api) {
        Set<String> waiting = new HashSet<>();
        for (String kind : KINDS) {
            api.get("/apis/apps/v1/%ss".formatted(kind.toLowerCase(Locale.ROOT))).path("items")
                    .forEach(one -> {
                        JsonNode status = one.path("status");
                        boolean daemons = kind.equals("DaemonSet");
                        int wanted = daemons ? status.path("desiredNumberScheduled").asInt(-1)
                                : one.path("spec").path("replicas").asInt(-1);
                        int ready = status.path(daemons ? "numberReady" : "readyReplicas").asInt(0);
                        if (wanted < 0 || ready < wanted) {
                            waiting.add("%s/%s/%s".formatted(kind, one.path("metadata").path("namespace")
                                    .asString(""), one.path("metadata").path("name").asString("")));
                        }
                    });
        }
        return waiting;
    }
}
