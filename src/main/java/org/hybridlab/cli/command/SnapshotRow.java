package org.hybridlab.cli.command;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

import org.hybridlab.provision.snapshot.Snapshot;

/**
 * A snapshot in {@code --output json}.
 *
 * @param bytes on this host; 0 where the provider has it
 */
public record SnapshotRow(String name, Instant at, long bytes, List<String> machines) {
    static SnapshotRow of(Snapshot snapshot) {
        return new SnapshotRow(snapshot.name(), snapshot.at(), snapshot.bytes(), snapshot.machineNames());
    }

    /** For people. */
    String size() {
        return bytes == 0 ? "in the provider" : size(bytes);
    }

    static String size(long bytes) {
        return String.format(Locale.ROOT, "%.0f MB", bytes / 1e6);
    }
}
