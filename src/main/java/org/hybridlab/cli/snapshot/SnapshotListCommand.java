package org.hybridlab.cli.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.Session;
import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.service.lab.LabInUse;
import org.hybridlab.terminal.Age;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The snapshots of a lab, the oldest first; of those that cannot be read the names alone. */
@Command(name = "list", description = "Show the snapshots of a lab.",
        footerHeading = "%nExample:%n", footer = "  hybridlab snapshot list first-cluster --output json")
public final class SnapshotListCommand implements Callable<CommandResult> {
    private static final String ROW = "%-24s %-8s %10s  %s";

    private final Session session;
    @Mixin
    private InstanceArgument lab;

    SnapshotListCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        LabInUse used = LabInUse.of(lab.named(session), session.context());
        SnapshotStore store = new SnapshotStore(used.workspace());
        List<Snapshot> all = store.all();
        List<SnapshotRow> rows = all.stream().map(SnapshotRow::of).toList();
        long bytes = store.bytes();
        List<String> lines = new ArrayList<>();
        if (rows.isEmpty()) {
            lines.add("The lab has no snapshot. Save one: hybridlab snapshot save " + lab.word());
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
                name, lab.word(), name)));
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
