package org.hybridlab.cli;

import java.util.Arrays;
import java.util.List;

import org.hybridlab.cli.support.CommandName;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.rules.core.Suggestion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The same page as {@code COMMAND --help}. */
@Command(name = "help", footer = "  hybridlab help up")
public final class HelpCommand extends SessionCommand {
    static final String EXIT_CODES = "exit-codes";
    private static final DocumentKind<ExitCodes> TABLE = new DocumentKind<>(EXIT_CODES, ExitCodes.class);

    @Spec
    private CommandSpec spec;
    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = {"For example up, or box build. Without it: the "
            + "list of all commands.", "exit-codes: what the numbers mean that calls end with."})
    private List<String> words = List.of();

    @Override
    public Object call() {
        if (words.equals(List.of(EXIT_CODES))) {
            return CommandResult.of(TABLE, new ExitCodes(Arrays.stream(ExitCode.values())
                    .map(code -> new Line(code.number(), code.meaning())).toList()), ExitCode.table());
        }
        CommandLine command = spec.root().commandLine();
        for (String word : words) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                List<String> known = command.getParent() == null ? CommandName.ids()
                        : List.copyOf(command.getSubcommands().keySet());
                throw LabException.invalid("command-unknown", "There is no command '%s'.".formatted(
                        String.join(" ", words)), Suggestion.sentence(word, known) + "`hybridlab help` lists them.");
            }
            command = next;
        }
        command.usage(session.out());
        session.out().flush();
        return ExitCode.OK.number();
    }

    public record ExitCodes(List<Line> exitCodes) {
    }

    record Line(int number, String meaning) {
    }
}
