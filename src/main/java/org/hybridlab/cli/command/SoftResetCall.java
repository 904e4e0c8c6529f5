package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.FailurePrinter;
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
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.RunFailures;

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
        CommandResult told = result(new Done(preview.lab(), List.of(), repairs.stream().map(PlannedStep::id).toList(),
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
        return CommandResult.of(DocumentKind.SOFT_RESET, done, lines);
    }

    private void confirm(List<String> lines) {
        session.err().println("The reset will");
        lines.forEach(line -> session.err().println("  - " + line));
        new Question(session).agreed("The reset would change the lab", "what is said above", "Go on?");
    }
}
