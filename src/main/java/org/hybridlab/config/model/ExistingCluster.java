package org.hybridlab.config.model;

import java.util.List;
import java.util.Optional;

/**
 * A cluster that is not ours, which the lab's machines join.
 *
 * @param kubeconfig path of the file with an administrator's rights, from the lab's folder or absolute; a leading
 *        {@code ~/} is the user's home
 * @param context of that file; empty: its current one
 * @param gateways addresses of its Linux machines that hold the virtual gateways of the lab's Windows machines by turns
 */
public record ExistingCluster(String kubeconfig, Optional<String> context, List<Ipv4> gateways) {
    public ExistingCluster {
        gateways = List.copyOf(gateways);
    }
}
