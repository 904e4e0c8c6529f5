package org.hybridlab.cluster.api;

import java.util.Optional;

import tools.jackson.databind.JsonNode;

/**
 * Usage of a node, as its kubelet measures it for evictions. Empty if the kubelet does not say.
 *
 * @param memory the working set, and the machine's memory
 * @param disk the file system of the kubelet's pods
 */
public record NodeUsage(Optional<Share> memory, Optional<Share> disk) {
    public static final NodeUsage UNKNOWN = new NodeUsage(Optional.empty(), Optional.empty());

    /** In bytes. */
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
