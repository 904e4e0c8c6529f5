package org.hybridlab.service.status;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

import org.hybridlab.config.model.ProviderName;

/**
 * A lab as it is now. What is unknown is empty, never "none".
 *
 * @param kubernetes version of the lab file
 * @param settings in place of the lab file's, such as {@code kubernetes=1.36}; see {@code --set}
 * @param network of the machines
 * @param well whether all machines run, all nodes are ready, etcd answers, and no reset is unfinished
 * @param resetNotEnded snapshot of a reset that was cut off or runs; the lab is not well then
 * @param apps those with a page
 * @param waiting workloads that lack pods, a sentence each; empty if unknown
 * @param lastChecks empty if none were judged, or their report cannot be read
 * @param certificateDays until the administrator's certificate ends, as do the cluster's; negative afterwards
 * @param snapshots the oldest first
 * @param drift from the lab file, a sentence each; empty if unknown
 * @param unknown what could not be asked and why, a sentence each
 */
public record LabStatus(String lab, ProviderName provider, String kubernetes, List<String> settings,
                        String network, boolean well,
                        Optional<String> resetNotEnded, List<MachineStatus> machines, List<AppPageAddress> apps,
                        Optional<List<String>> waiting, Optional<LastChecks> lastChecks, OptionalLong certificateDays,
                        List<SavedState> snapshots, Optional<List<String>> drift, List<String> unknown) {
    public LabStatus differing(List<String> more) {
        return new LabStatus(lab, provider, kubernetes, settings, network, well, resetNotEnded, machines, apps, waiting,
                lastChecks, certificateDays, snapshots,
                drift.map(all -> Stream.concat(all.stream(), more.stream()).toList()), unknown);
    }

    /** @param bytes on this host; 0 if the provider has it */
    public record SavedState(String name, Instant at, long bytes) {
    }

    public record AppPageAddress(String name, String url) {
    }
}
