package org.hybridlab.service.status;

import java.util.Optional;
import java.util.OptionalLong;

import org.hybridlab.cluster.api.NodeUsage;

/**
 * @param state the provider's word, "simulated", or "unknown"
 * @param node "Ready", why it is not, "none", or "unknown"; "-" for a machine of etcd alone that answers
 * @param cordoned empty: unknown, or no node
 * @param memory in use, by its kubelet
 * @param disk in use, of the file system with pods and images
 * @param licenceDays approximate rest of the Windows evaluation licence, from the day it was created
 * @param well whether it runs, and its node is ready or its etcd answers
 */
public record MachineStatus(String machine, String role, String address, String state, String node,
                            Optional<Boolean> cordoned, Optional<String> kubelet, Optional<InUse> memory,
                            Optional<InUse> disk, OptionalLong licenceDays, boolean well) {
    static final String UNKNOWN = "unknown";

    public record InUse(long usedMiB, long totalMiB) {
        static InUse of(NodeUsage.Share share) {
            return new InUse(share.used() >> 20, share.total() >> 20);
        }
    }
}
