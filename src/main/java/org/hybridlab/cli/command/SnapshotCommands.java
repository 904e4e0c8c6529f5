package org.hybridlab.cli.command;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.Table;
import org.hybridlab.service.SnapshotService;
import org.hybridlab.service.SnapshotService.FoundSnapshots;
import org.hybridlab.service.SnapshotService.SnapshotLine;
import org.hybridlab.service.SnapshotService.Snapshots;
import org.hybridlab.service.context.Loss;
import org.hybridlab.terminal.Age;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands of {@code hybridlab snapshot}. */
public final class SnapshotCommands {
    private SnapshotCommands() {
    }

    public static CommandGroup group() {
        return new CommandGroup("hybridlab snapshot save first-cluster before-lesson-2", new SnapshotSaveCommand(),
                new SnapshotListCommand(), new SnapshotDeleteCommand());
    }

    @Command(name = "save", description = "Save the state of a lab, for `hybridlab reset`.",
            footer = "  hybridlab snapshot save first-cluster before-lesson-2")
    public static final class SnapshotSaveCommand extends LabCommand {
        private static final DocumentKind<SnapshotService.SavedSnapshot> SNAPSHOT =
                new DocumentKind<>("snapshot", SnapshotService.SavedSnapshot.class);

        @Parameters(index = "1", arity = "0..1", paramLabel = "NEW",
                description = "Its name, of small letters, digits, dots and dashes. Without it: the time.")
        private String name;

        @Override
        public CommandResult call() {
            return CommandResult.of(SNAPSHOT, new SnapshotService(context()).save(named(),
                    Optional.ofNullable(name)),
                    saved -> "Saved %s as '%s', %s. Go back to it with: hybridlab reset %s %s".formatted(
                            saved.lab(), saved.snapshot().name(), SnapshotListCommand.size(saved.snapshot()), word(),
                            saved.snapshot().name()));
        }
    }

    @Command(name = "list", description = "Show the snapshots of a lab.",
            footer = "  hybridlab snapshot list first-cluster --output json")
    public static final class SnapshotListCommand extends LabCommand {
        private static final DocumentKind<SnapshotService.Snapshots> SNAPSHOT_LIST =
                new DocumentKind<>("snapshot-list", SnapshotService.Snapshots.class);

        @Override
        public CommandResult call() {
            FoundSnapshots all = new SnapshotService(context()).list(named());
            Snapshots found = all.found();
            List<String> lines = new ArrayList<>();
            if (found.snapshots().isEmpty()) {
                lines.add("The lab has no snapshot. Save one: hybridlab snapshot save " + word());
            } else {
                Table table = new Table("SNAPSHOT", "AGE", "SIZE", "MACHINES");
                found.snapshots().forEach(one -> table.add(one.name(),
                        Age.of(Duration.between(one.at(), Instant.now())),
                        size(one), String.join(", ", one.machines())));
                lines.addAll(table.lines());
            }
            if (all.onHost()) {
                lines.add("All snapshots: %s. The limit is %s.".formatted(size(found.bytes()),
                        size(found.limitBytes())));
            }
            found.unreadable().forEach(name -> lines.add("%s cannot be read. Delete it: hybridlab snapshot delete %s %s"
                    .formatted(name, word(), name)));
            return CommandResult.of(SNAPSHOT_LIST, found, lines);
        }

        static String size(SnapshotLine snapshot) {
            return snapshot.bytes() == 0 ? "in the provider" : size(snapshot.bytes());
        }

        private static String size(long bytes) {
            return String.format(Locale.ROOT, "%.0f MB", bytes / 1e6);
        }
    }

    @Command(name = "delete", description = "Delete a snapshot of a lab.",
            footer = "  hybridlab snapshot delete first-cluster before-lesson-2")
    public static final class SnapshotDeleteCommand extends LabCommand {
        private static final DocumentKind<SnapshotService.RemovedSnapshots> SNAPSHOT_REMOVAL =
                new DocumentKind<>("snapshot-removal", SnapshotService.RemovedSnapshots.class);

        @Parameters(index = "1", paramLabel = "SNAPSHOT", description = "As `hybridlab snapshot list` shows it.")
        private String name;
        @Option(names = "--lose-snapshot", description = "Agree that the snapshot is lost.")
        private boolean lose;

        @Override
        public CommandResult call() {
            session.options().lose(Loss.SNAPSHOT, lose);
            return CommandResult.of(SNAPSHOT_REMOVAL, new SnapshotService(context()).delete(named(), name),
                    done -> "Deleted the snapshot '%s'.".formatted(name));
        }
    }
}
