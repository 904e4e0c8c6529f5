package org.hybridlab.cluster.api;

import java.util.Optional;

import tools.jackson.databind.JsonNode;

/**
 * What is in use on a node, as its kubelet measures it for evictions. Empty: the kubelet does not say.
 *
 * @param memory the working set, and what the machine has
 * @param disk of the file system that the kubelet has its pods on
 */
public record NodeUsage(Optional<Share> memory, Optional<Share> disk) {
    public static final NodeUsage UNKNOWN = new NodeUsage(Optional.empty(), Optional.empty());

    /** Both in bytes. */
    public record Share(long used, long total) {
    }

    /** From the kubelet's {@code /stats/summary}. */
    static NodeUsage of(JsonNode summary) {
        return new NodeUsage(share(summary.path("node").path("memory"), "workingSetBytes"),
                share(summary.path("node").path("fs"), "usedBytes"));
    }

    private static Optional<Share> share(JsonNode stats, String used) {
        JsonNode left = stats.path("availableBytes");
        return stats.path(used).isNumber() && left.isNumber() ? Optional.of(new Share(stats.path(used).asLong(),
                stats.path(used).asLong() + left.asLong())) : Optional.empty();
    }
}
