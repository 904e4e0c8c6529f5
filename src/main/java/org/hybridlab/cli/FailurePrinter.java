package org.hybridlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;

import org.hybridlab.config.rules.core.Suggestion;
import org.hybridlab.failure.ExitCode;
import org.hybridlab.failure.LabException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says on standard error what went wrong: what happened, why if that is known, and what to do. The last of these three
 * is never left out.
 */
final class FailurePrinter implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Session session;

    FailurePrinter(Session session) {
        this.session = session;
    }

    @Override
    public int handleExecutionException(Exception exception, CommandLine commandLine, ParseResult call) {
        if (exception instanceof LabException failure) {
            print(failure);
            return failure.exitCode().number();
        }
        return printBug(exception, call);
    }

    @Override
    public int handleParseException(ParameterException exception, String[] arguments) {
        PrintWriter err = session.err();
        CommandSpec command = exception.getCommandLine().getCommandSpec();
        err.println(error() + exception.getMessage());
        suggestion(exception, command).ifPresent(nearest -> err.println("  Did you mean '" + nearest + "'?"));
        err.println("  Run '" + command.qualifiedName() + " --help' to see how it is called.");
        return ExitCode.INVALID.number();
    }

    /** The nearest flag or command of those that could stand there; picocli's own guesses miss flags with a value. */
    private static Optional<String> suggestion(ParameterException exception, CommandSpec command) {
        if (!(exception instanceof UnmatchedArgumentException unmatched)) {
            return Optional.empty();
        }
        String written = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
        if (written.startsWith("-")) {
            return Suggestion.nearest(written, command.optionsMap().keySet());
        }
        return command.parent() == null ? Suggestion.nearest(written, CommandName.words())
                : Suggestion.nearest(written, command.subcommands().keySet());
    }

    void print(LabException failure) {
        PrintWriter err = session.err();
        err.println(error() + failure.what() + " [" + failure.id() + "]");
        failure.why().ifPresent(why -> err.println(indented(why)));
        err.println("  What to do: " + failure.advice());
        if (session.options().debug()) {
            failure.printStackTrace(err);
        }
    }

    private int printBug(Exception exception, ParseResult call) {
        PrintWriter err = session.err();
        err.println(error() + exception + " [bug]");
        err.println("  This is a bug of hybridlab's, not of your lab.");
        try {
            err.println("  What to do: report it with this file: "
                    + BugLog.write(session.folders(), exception, call.originalArgs()));
        } catch (IOException e) {
            err.println("  What to do: report it with what follows.");
            exception.printStackTrace(err);
        }
        if (session.options().debug()) {
            exception.printStackTrace(err);
        }
        return ExitCode.BUG.number();
    }

    private String error() {
        return session.errColors().bad("error:") + " ";
    }

    private static String indented(String text) {
        return "  " + text.strip().replace("\n", "\n  ");
    }
}
