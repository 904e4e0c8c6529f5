package org.hybridlab.cluster.api;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.hybridlab.common.error.LabException;

/**
 * The leases by which Kubernetes' controllers and its scheduler know who leads. After a restart of the only control
 * plane they name programs that are gone, and their successors would wait 15 s for them.
 */
public record LeaderLeases(ApiServer api) {
    private static final List<String> LEADERS = List.of("kube-controller-manager", "kube-scheduler");
    private static final String PATH = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/";
    /** A leader that lives renews its lease every two seconds. */
    private static final Duration LEFT = Duration.ofSeconds(6);

    /** Takes away those that nobody has renewed lately. Call it only where there is one control plane. */
    public void endLeft(Consumer<String> lines) {
        for (String leader : LEADERS) {
            try {
                Optional<Instant> renewed = api.find(PATH + leader)
                        .map(lease -> Instant.parse(lease.path("spec").path("renewTime").asString("")));
                if (renewed.filter(moment -> Duration.between(moment, api.now()).compareTo(LEFT) > 0).isPresent()) {
                    api.delete(PATH + leader);
                    lines.accept("%s need not wait for the lease of the one before".formatted(leader));
                }
            } catch (LabException | DateTimeParseException e) {
                // It ends by itself.
                lines.accept("the lease of %s stays: %s".formatted(leader, e.getMessage()));
            }
        }
    }
}
