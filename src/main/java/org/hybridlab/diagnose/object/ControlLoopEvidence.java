package org.hybridlab.diagnose.object;

import java.time.Duration;
import java.util.List;

import tools.jackson.databind.JsonNode;

/** Whether the controller manager and the scheduler have worked lately. */
final class ControlLoopEvidence {
    /** They renew their leases every other second, also where the machines are slow. */
    private static final Duration SILENT = Duration.ofSeconds(45);

    private ControlLoopEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        for (String name : List.of("kube-controller-manager", "kube-scheduler")) {
            // Without a lease there is one of each, and no leader.
            lists.find("/apis/coordination.k8s.io/v1/leases", "kube-system", name).ifPresent(lease -> {
                JsonNode renewed = lease.at("spec", "renewTime");
                if (LiveObject.isBefore(lists.now().minus(SILENT), renewed)) {
                    lines.say("Lease kube-system/%s was last renewed at %s by %s".formatted(name,
                            renewed.asString(""), lease.text("spec", "holderIdentity").replaceAll("_.*", "")));
                }
            });
        }
    }
}
