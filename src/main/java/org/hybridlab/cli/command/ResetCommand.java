package org.hybridlab.cli.command;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.FailurePrinter;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cluster.inventory.InventoryDifference;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.service.ObjectReset;
import org.hybridlab.service.ObjectReset.Done;
import org.hybridlab.service.ObjectReset.Preview;
import org.hybridlab.service.ObjectReset.Result;
import org.hybridlab.service.PlannedStep;
import org.hybridlab.service.ResetService;
import org.hybridlab.service.ResetService.ResetOptions;
import org.hybridlab.service.SnapshotService.SnapshotLine;
import org.hybridlab.service.UpSummary;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.terminal.Age;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "reset", footer = {
        "  hybridlab reset first-cluster fresh --yes", "  hybridlab reset first-cluster --soft --dry-run"})
public final class ResetCommand extends LabCommand {
    private static final DocumentKind<ObjectReset.Done> SOFT_RESET =
            new DocumentKind<>("soft-reset", ObjectReset.Done.class);
    private static final DocumentKind<UpSummary> RESET = new DocumentKind<>("reset", UpSummary.class);

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
        return CommandResult.of(RESET, new ResetService(context()).reset(named(), new ResetOptions(
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

    /** {@code reset --soft}: restores a cluster's objects to what they were after {@code up}, without a snapshot. */
    record SoftResetCall(Session session, NamedLab lab, boolean dryRun) {
        CommandResult call() {
            ResetService service = new ResetService(session.context());
            return dryRun ? dry(service.preview(lab)) : told(service.soft(lab, this::confirm, session.options().yes()));
        }

        static CommandResult dry(Preview preview) {
            Optional<List<String>> objects = preview.difference().map(InventoryDifference::lines);
            List<String> unjudged = preview.difference().map(InventoryDifference::unjudged).orElse(List.of());
            List<PlannedStep> repairs = preview.repairs();
            List<String> lines = new ArrayList<>();
            preview.rights().ifPresent(line -> lines.add("would " + line));
            objects.ifPresentOrElse(all -> all.forEach(line -> lines.add("would " + line)), () -> lines.add(
                    preview.rights().isPresent() ? "The cluster's objects can only be compared after that."
                            : "The API server does not answer, so that the cluster's objects cannot be compared yet."));
            lines.addAll(unjudged);
            repairs.forEach(step -> lines.add("would " + ObjectReset.line(step)));
            CommandResult told = result(new Done(preview.lab(), List.of(),
                    repairs.stream().map(PlannedStep::id).toList(),
                    objects.orElse(preview.rights().stream().toList())), lines.isEmpty()
                    ? List.of("The cluster's objects are as they were after `up`, and there is nothing to repair.")
                    : lines);
            return objects.isPresent() && unjudged.isEmpty() ? told : told.exitingWith(ExitCode.NOT_JUDGED);
        }

        private CommandResult told(Result result) {
            Done done = result.done();
            CommandResult told = result(done, lines(result));
            if (result.failed().isPresent()) {
                return told.withFailures(result.failed().get().exitCode(), RunFailures.of(result.failed().get()));
            }
            if (done.left().isEmpty()) {
                return told;
            }
            LabException failure = LabException.labFailed("soft-reset-incomplete", "%d differences of %s are left."
                    .formatted(done.left().size(), lab.word()), "Look at each by kubectl, or make the lab again: "
                    + "hybridlab destroy %1$s, then hybridlab up %1$s".formatted(lab.word()))
                    .because(String.join("; ", done.left()));
            new FailurePrinter(session).print(failure);
            return told.withFailures(ExitCode.LAB_FAILED, List.of(failure));
        }

        static List<String> lines(Result result) {
            Done done = result.done();
            List<String> lines = new ArrayList<>(done.undone());
            done.repaired().forEach(step -> lines.add("repaired " + step));
            if (result.failed().isPresent()) {
                done.left().forEach(line -> lines.add("left: " + line));
            } else if (done.left().isEmpty()) {
                lines.add(lines.isEmpty() && !result.rights()
                        ? "The lab is as it was after `up`; there was nothing to undo."
                        : "The cluster's objects are as they were after `up`.");
            }
            return lines;
        }

        private static CommandResult result(Done done, List<String> lines) {
            return CommandResult.of(SOFT_RESET, done, lines);
        }

        private void confirm(List<String> lines) {
            session.err().println("The reset will");
            lines.forEach(line -> session.err().println("  - " + line));
            new Question(session).agreed("The reset would change the lab", "what is said above", "Go on?");
        }
    }
}
