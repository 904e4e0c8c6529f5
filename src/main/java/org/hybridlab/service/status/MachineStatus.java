package org.hybridlab.service.status;

import java.util.Optional;
import java.util.OptionalLong;

import org.hybridlab.cluster.api.NodeUsage;

/**
 * One machine.
 *
 * @param state the provider's word, "simulated", or "unknown"
 * @param node "Ready", why it is not, "none", or "unknown"; "-" for a machine that is for etcd alone, whose
 *             etcd answers
 * @param cordoned empty: unknown, or there is no node
 * @param kubelet version of its kubelet
 * @param memory in use, as its kubelet measures it
 * @param disk in use, of the file system that pods and images are on
 * @param licenceDays about how long its evaluation copy of Windows still runs, from the day it was made
 * @param well whether it runs, and its node is ready or its etcd answers
 */
public record MachineStatus(String machine, String role, String address, String state, String node,
                            Optional<Boolean> cordoned, Optional<String> kubelet, Optional<InUse> memory,
                            Optional<InUse> disk, OptionalLong licenceDays, boolean well) {
    static final String UNKNOWN = "unknown";

    /** Both in MiB. */
    public record InUse(long usedMiB, long totalMiB) {
        static InUse of(NodeUsage.Share share) {
            return new InUse(share.used() >> 20, share.total() >> 20);
        }
    }
}
