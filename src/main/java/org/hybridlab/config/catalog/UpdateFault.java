package org.hybridlab.config.catalog;

import java.util.Optional;

/**
 * Updates of Windows that have a fault in the network of pods.
 *
 * @param hns type of HNS network that it shows with; empty: any
 * @param from first update that has it, the fourth number of the build
 * @param to first update that has it no more
 */
public record UpdateFault(int build, Optional<String> hns, int from, int to, String what, String source) {
    /** @param hnsType of the lab's network mode */
    public boolean has(int number, int update, String hnsType) {
        return number == build && update >= from && update < to && (hns.isEmpty() || hns.get().equals(hnsType));
    }

    /** The first whole build without it. */
    public String fixed() {
        return "10.0.%d.%d".formatted(build, to);
    }

    /** What is wrong with a machine that has it. */
    public String words() {
        return "known to fail with %s: %s; patch it to %s or later".formatted(what, source, fixed());
    }
}
