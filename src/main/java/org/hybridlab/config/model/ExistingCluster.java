package org.hybridlab.config.model;

import java.util.List;
import java.util.Optional;

/**
 * A cluster of others that the lab's machines join.
 *
 * @param kubeconfig of an administrator; absolute, from the lab's folder, or with a leading {@code ~/}
 * @param context empty: the file's current one
 * @param gateways Linux machines that can hold the virtual gateways of the lab's Windows machines
 */
public record ExistingCluster(String kubeconfig, Optional<String> context, List<Ipv4> gateways) {
    public ExistingCluster {
        gateways = List.copyOf(gateways);
    }
}
