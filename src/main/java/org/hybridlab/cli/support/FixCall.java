package org.hybridlab.cli.support;

import java.util.List;
import java.util.function.Supplier;

import org.hybridlab.common.error.LabException;
import org.hybridlab.diagnose.Diagnosis;
import org.hybridlab.diagnose.DiagnosisText;
import org.hybridlab.diagnose.Finding;
import org.hybridlab.service.check.SafeFixes;
import org.hybridlab.service.check.SafeFixes.FixResult;
import org.hybridlab.terminal.Interrupts;

/** {@code diagnose --fix}: shows safe commands, asks once, and reports what remains. */
public record FixCall(Session session, SafeFixes fixes) {
    public static final DocumentKind<Diagnosis> DIAGNOSIS = new DocumentKind<>("diagnosis", Diagnosis.class);

    /** @throws LabException {@code not-confirmed} */
    public CommandResult fix(Diagnosis found, Supplier<Diagnosis> look) {
        if (found.resetNotEnded().isPresent()) {
            // An `up` among the commands would end the reset, and lose changes since the snapshot.
            session.err().println(("--fix did nothing: a reset of the lab has not ended. "
                    + "`hybridlab up %s` ends it first.").formatted(found.lab()));
            return result(found).exitingWith(found.exitCode());
        }
        List<Finding> safe = SafeFixes.in(found);
        if (safe.isEmpty()) {
            if (!found.findings().isEmpty()) {
                session.err().println("--fix did nothing: no finding has commands that are safe to run for you.");
            }
            return result(found).exitingWith(found.exitCode());
        }
        confirm(safe);
        try (Interrupts ignored = Interrupts.listen(session.cancellation(), session.err()::println)) {
            FixResult done = fixes.fix(safe, look);
            return result(done.remaining()).withFailures(done.exitCode(), done.failure().stream().toList());
        }
    }

    private static CommandResult result(Diagnosis diagnosis) {
        return CommandResult.of(DIAGNOSIS, diagnosis, DiagnosisText.lines(diagnosis));
    }

    private void confirm(List<Finding> safe) {
        safe.forEach(finding -> {
            session.err().println("%s [%s], on %s:".formatted(finding.finding(), finding.id(), finding.place()));
            finding.commands().forEach(command -> session.err().println("    " + command));
        });
        new Question(session).agreed("--fix takes a yes", "the commands above", "Run these commands?");
    }
}
