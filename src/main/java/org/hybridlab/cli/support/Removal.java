package org.hybridlab.cli.support;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;

/** Removes one thing after the other. Prints a failure at once, and goes on. @param removed those that are gone */
public record Removal<T>(List<T> removed, List<LabException> failures) {
    public static <T> Removal<T> of(List<T> going, Session session, Consumer<T> remove) {
        Removal<T> removal = new Removal<>(new ArrayList<>(), new ArrayList<>());
        for (T one : going) {
            try {
                remove.accept(one);
                removal.removed.add(one);
            } catch (LabException e) {
                new FailurePrinter(session).print(e);
                removal.failures.add(e);
                if (e.isInterruption()) {
                    break;
                }
            }
        }
        return removal;
    }

    /** With the last failure's exit code. */
    public CommandResult told(CommandResult result) {
        return result.withFailures(failures.isEmpty() ? ExitCode.OK : failures.get(failures.size() - 1).exitCode(),
                failures);
    }
}
