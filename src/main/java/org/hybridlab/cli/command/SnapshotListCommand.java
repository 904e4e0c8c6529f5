package org.hybridlab.cli.command;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.Table;
import org.hybridlab.service.SnapshotService;
import org.hybridlab.service.SnapshotService.FoundSnapshots;
import org.hybridlab.service.SnapshotService.SnapshotLine;
import org.hybridlab.service.SnapshotService.Snapshots;
import org.hybridlab.terminal.Age;
import picocli.CommandLine.Command;

@Command(name = "list", description = "Show the snapshots of a lab.",
        footer = "  hybridlab snapshot list first-cluster --output json")
public final class SnapshotListCommand extends LabCommand {
    @Override
    public CommandResult call() {
        FoundSnapshots all = new SnapshotService(context()).list(named());
        Snapshots found = all.found();
        List<String> lines = new ArrayList<>();
        if (found.snapshots().isEmpty()) {
            lines.add("The lab has no snapshot. Save one: hybridlab snapshot save " + word());
        } else {
            Table table = new Table("SNAPSHOT", "AGE", "SIZE", "MACHINES");
            found.snapshots().forEach(one -> table.add(one.name(), Age.of(Duration.between(one.at(), Instant.now())),
                    size(one), String.join(", ", one.machines())));
            lines.addAll(table.lines());
        }
        if (all.onHost()) {
            lines.add("All snapshots: %s. The limit is %s.".formatted(size(found.bytes()), size(found.limitBytes())));
        }
        found.unreadable().forEach(name -> lines.add("%s cannot be read. Delete it: hybridlab snapshot delete %s %s"
                .formatted(name, word(), name)));
        return CommandResult.of(DocumentKind.SNAPSHOT_LIST, found, lines);
    }

    static String size(SnapshotLine snapshot) {
        return snapshot.bytes() == 0 ? "in the provider" : size(snapshot.bytes());
    }

    private static String size(long bytes) {
        return String.format(Locale.ROOT, "%.0f MB", bytes / 1e6);
    }
}
