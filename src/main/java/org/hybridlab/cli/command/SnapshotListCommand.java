package org.hybridlab.cli.command;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.service.lab.LabInUse;
import org.hybridlab.terminal.Age;
import picocli.CommandLine.Command;

/** The snapshots of a lab, the oldest first; of those that cannot be read the names alone. */
@Command(name = "list", description = "Show the snapshots of a lab.",
        footer = "  hybridlab snapshot list first-cluster --output json")
public final class SnapshotListCommand extends LabCommand {
    private static final String ROW = "%-24s %-8s %10s  %s";


    @Override
    public CommandResult call() {
        LabInUse used = inUse();
        SnapshotStore store = new SnapshotStore(used.workspace());
        List<Snapshot> all = store.all();
        List<SnapshotRow> rows = all.stream().map(SnapshotRow::of).toList();
        long bytes = store.bytes();
        List<String> lines = new ArrayList<>();
        if (rows.isEmpty()) {
            lines.add("The lab has no snapshot. Save one: hybridlab snapshot save " + word());
        } else {
            lines.add(ROW.formatted("SNAPSHOT", "AGE", "SIZE", "MACHINES"));
            rows.forEach(row -> lines.add(ROW.formatted(row.name(), Age.of(Duration.between(row.at(), Instant.now())),
                    row.size(), String.join(", ", row.machines()))));
        }
        if (!all.stream().allMatch(Snapshot::inProvider)) {
            lines.add("All snapshots: %s. The limit is %s.".formatted(SnapshotRow.size(bytes), SnapshotRow.size(
                    SnapshotStore.LIMIT_BYTES)));
        }
        List<String> unreadable = store.unreadable();
        unreadable.forEach(name -> lines.add("%s cannot be read. Delete it: hybridlab snapshot delete %s %s".formatted(
                name, word(), name)));
        return CommandResult.of(DocumentKind.SNAPSHOT_LIST, new Snapshots(used.name(), rows, unreadable, bytes,
                SnapshotStore.LIMIT_BYTES), lines);
    }

    /**
     * The shape of {@code --output json}.
     *
     * @param unreadable names, sorted
     */
    public record Snapshots(String lab, List<SnapshotRow> snapshots, List<String> unreadable, long bytes,
                            long limitBytes) {
    }
}
