package org.hybridlab.service.status;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

import org.hybridlab.config.model.ProviderName;

/**
 * A lab as it is now. What could not be found out is empty, never "none".
 *
 * @param kubernetes version of the lab file
 * @param network of the machines
 * @param well whether every machine runs, every node is ready, etcd answers on machines of its own, and no reset waits
 *             for its end
 * @param resetNotEnded the snapshot of a reset that was cut off or is at work: the lab is not well then
 * @param apps those with a page
 * @param waiting workloads that lack pods, a sentence each; empty if they are not known
 * @param lastChecks empty if none were judged, or their report cannot be read
 * @param certificateDays until the administrator's certificate ends, which kubeadm made together with the cluster's
 *        own; negative once it has
 * @param snapshots the oldest first
 * @param drift how the lab differs from its file, a sentence each; empty if it is not known
 * @param unknown what could not be asked and why, a sentence each
 */
public record LabStatus(String lab, ProviderName provider, String kubernetes, String network, boolean well,
                        Optional<String> resetNotEnded, List<MachineStatus> machines, List<AppPageAddress> apps,
                        Optional<List<String>> waiting, Optional<LastChecks> lastChecks, OptionalLong certificateDays,
                        List<SavedState> snapshots, Optional<List<String>> drift, List<String> unknown) {
    /** The same, with what else is known of the difference. */
    public LabStatus differing(List<String> more) {
        return new LabStatus(lab, provider, kubernetes, network, well, resetNotEnded, machines, apps, waiting,
                lastChecks, certificateDays, snapshots,
                drift.map(all -> Stream.concat(all.stream(), more.stream()).toList()), unknown);
    }

    /** A snapshot. @param bytes on this host; 0 where the provider has it */
    public record SavedState(String name, Instant at, long bytes) {
    }

    /** An app with a page. */
    public record AppPageAddress(String name, String url) {
    }
}
