package org.hybridlab.cli.command;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.Question;
import org.hybridlab.common.error.LabException;
import org.hybridlab.service.ResetService;
import org.hybridlab.service.ResetService.ResetOptions;
import org.hybridlab.service.SnapshotService.SnapshotLine;
import org.hybridlab.terminal.Age;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "reset", footer = {
        "  hybridlab reset first-cluster fresh --yes", "  hybridlab reset first-cluster --soft --dry-run"})
public final class ResetCommand extends LabCommand {
    @Parameters(index = "1", arity = "0..1", paramLabel = "SNAPSHOT",
            description = "As `hybridlab snapshot list` shows it. Without it: the newest.")
    private String name;
    @Option(names = "--remake", description = "Make every machine again, rather than clean it.")
    private boolean remake;
    @Option(names = "--soft",
            description = "Undo what changed in the cluster since `up`: needs no snapshot, and judges no checks.")
    private boolean soft;
    @Option(names = "--dry-run", description = "With --soft: show what would be undone, and change nothing.")
    private boolean dryRun;
    @Option(names = "--no-checks", description = "Do not judge the lab's checks at the end.")
    private boolean noChecks;

    @Override
    public CommandResult call() {
        if (soft && (name != null || remake) || dryRun && !soft) {
            throw LabException.invalid("soft-reset-alone", soft ? "--soft takes neither a snapshot nor --remake."
                    : "--dry-run is for --soft.", "For example: hybridlab reset %s --soft --dry-run"
                    .formatted(word()));
        }
        if (soft) {
            return new SoftResetCall(session, named(), dryRun).call();
        }
        return CommandResult.of(DocumentKind.RESET, new ResetService(context()).reset(named(), new ResetOptions(
                Optional.ofNullable(name), remake, !noChecks), this::confirm));
    }

    /** @return whether somebody was asked */
    private boolean confirm(SnapshotLine snapshot) {
        if (session.options().yes()) {
            return false;
        }
        String lost = "all that was changed in the cluster and on its machines in the last "
                + Age.of(Duration.between(snapshot.at(), Instant.now()));
        new Question(session).needYes(List.of("The reset to '%s' loses %s.".formatted(snapshot.name(), lost)), "Go on?",
                LabException.invalid("not-confirmed", "A reset to '%s' loses %s, and nobody can be asked here."
                        .formatted(snapshot.name(), lost), "Add --yes if you agree to that."),
                LabException.invalid("not-confirmed", "Nothing was changed.", "Answer yes if you agree to it."));
        return true;
    }
}
