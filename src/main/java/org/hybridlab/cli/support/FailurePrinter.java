package org.hybridlab.cli.support;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.cli.support.JsonEnvelope.Error;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.rules.core.Suggestion;
import org.hybridlab.host.UserFolders;
import org.hybridlab.service.context.EnvironmentVariables;
import org.hybridlab.service.context.ProductVersion;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Prints failures on standard error: what happened, why if known, and always what to do. With {@code --output json},
 * standard output gets the same as a document.
 */
public final class FailurePrinter implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Session session;

    public FailurePrinter(Session session) {
        this.session = session;
    }

    @Override
    public int handleExecutionException(Exception exception, CommandLine commandLine, ParseResult call) {
        Error error;
        if (exception instanceof LabException failure) {
            print(failure);
            error = Error.of(failure);
        } else {
            error = printBug(exception instanceof ExecutionException && exception.getCause() != null
                    ? exception.getCause() : exception, commandLine.getCommandSpec().qualifiedName(), call);
        }
        if (UpEvents.writesEvents(call)) {
            new UpEvents(session).failed(error);
        } else {
            new ResultRenderer(session).failure(error);
        }
        return error.exitCode();
    }

    /** For a call that failed before its command was parsed. */
    public int end(LabException failure, String... arguments) {
        print(failure);
        tell(Error.of(failure), arguments);
        return failure.exitCode().number();
    }

    @Override
    public int handleParseException(ParameterException exception, String[] arguments) {
        PrintWriter err = session.err();
        CommandSpec command = exception.getCommandLine().getCommandSpec();
        Optional<String> unknown = unknownOption(exception, command, arguments);
        Optional<String> nearest = unknown.isPresent()
                ? unknown.flatMap(word -> Suggestion.nearest(word, command.optionsMap().keySet()))
                .map("Did you mean '%s'?"::formatted)
                : suggestion(exception, command).map("Did you mean '%s'?"::formatted);
        String advice = "Run '%s --help' to see how it is called.".formatted(command.qualifiedName());
        String what = unknown.map("Unknown option: '%s'"::formatted).orElseGet(() -> what(exception, command));
        err.println(error() + what);
        nearest.ifPresent(question -> err.println("  " + question));
        err.println("  " + advice);
        tell(new Error("call-wrong", what, Optional.empty(),
                nearest.map(question -> question + " ").orElse("") + advice, Optional.of(command.qualifiedName()),
                ExitCode.INVALID.number(), List.of()), arguments);
        return ExitCode.INVALID.number();
    }

    private static String what(ParameterException exception, CommandSpec command) {
        // The root command has only the commands that the call names.
        boolean group = command.parent() == null || !command.subcommands().isEmpty();
        if (group && exception instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().get(0).startsWith("-")) {
            return "There is no command '%s'.".formatted(unmatched.getUnmatched().get(0));
        }
        return exception.getMessage();
    }

    /** picocli reports a missing argument rather than an unknown option. */
    private static Optional<String> unknownOption(ParameterException exception, CommandSpec command,
                                                  String... arguments) {
        if (!(exception instanceof MissingParameterException)) {
            return Optional.empty();
        }
        return Stream.of(arguments).takeWhile(word -> !word.equals("--")).filter(word -> word.matches("--?[a-z].*"))
                .map(word -> word.replaceFirst("=.*", "")).filter(word -> command.findOption(word) == null)
                .filter(word -> word.startsWith("--") || command.findOption(word.substring(0, 2)) == null)
                .findFirst();
    }

    /** The nearest flag or command. picocli's own guesses miss flags with a value. */
    private static Optional<String> suggestion(ParameterException exception, CommandSpec command) {
        if (!(exception instanceof UnmatchedArgumentException unmatched)) {
            return Optional.empty();
        }
        String written = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
        if (written.startsWith("-")) {
            return Suggestion.nearest(written, command.optionsMap().keySet());
        }
        return command.parent() == null ? Suggestion.nearest(written, CommandName.ids())
                : Suggestion.nearest(written, command.subcommands().keySet());
    }

    public void print(LabException failure) {
        PrintWriter err = session.err();
        err.println(error() + failure.what() + " [" + failure.id() + "]");
        failure.why().ifPresent(why -> err.println(indented(why)));
        err.println("  What to do: " + failure.advice());
        if (session.options().debug()) {
            failure.printStackTrace(err);
        }
    }

    private Error printBug(Throwable exception, String place, ParseResult call) {
        PrintWriter err = session.err();
        err.println(error() + exception + " [bug]");
        err.println("  This is a bug of hybridlab's, not of your lab.");
        String advice;
        try {
            advice = "report it with this file: " + writeBug(session.folders(), exception, call.originalArgs());
            err.println("  What to do: " + advice);
        } catch (IOException e) {
            advice = "report it with what standard error has.";
            err.println("  What to do: report it with what follows.");
            exception.printStackTrace(err);
        }
        if (session.options().debug()) {
            exception.printStackTrace(err);
        }
        return new Error("bug", exception.toString(), Optional.empty(), advice, Optional.of(place),
                ExitCode.BUG.number(), List.of());
    }

    /** For the makers of hybridlab. @return the file */
    private static Path writeBug(UserFolders folders, Throwable exception, List<String> arguments) throws IOException {
        StringWriter trace = new StringWriter();
        exception.printStackTrace(new PrintWriter(trace));
        Path folder = Files.createDirectories(folders.state().resolve("logs"));
        Path file = folder.resolve("bug-%s.log".formatted(Instant.now().toString().replace(':', '-')));
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            // Restricted first: a message may quote a secret.
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return Files.writeString(file, """
                hybridlab %s
                Java %s on %s %s
                call: hybridlab %s

                %s""".formatted(ProductVersion.number(), System.getProperty("java.version"),
                System.getProperty("os.name"), System.getProperty("os.version"), String.join(" ", arguments), trace));
    }

    private void tell(Error error, String... arguments) {
        if (UpEvents.isAskedForBy(arguments)) {
            new UpEvents(session).failed(error);
        } else {
            takeOutput(arguments);
            new ResultRenderer(session).failure(error);
        }
    }

    private void takeOutput(String... arguments) {
        session.options().takeOutputOf("--output", EnvironmentVariables.value(session.environment(),
                "HYBRIDLAB_OUTPUT"));
        session.options().takeOutputOf(arguments);
    }

    private String error() {
        return session.errColors().bad("error:") + " ";
    }

    private static String indented(String text) {
        return "  " + text.strip().replace("\n", "\n  ");
    }
}
