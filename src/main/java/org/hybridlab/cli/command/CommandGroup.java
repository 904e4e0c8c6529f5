package org.hybridlab.cli.command;

import java.util.List;

import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.common.error.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only holds others. Alone it prints its help page. */
@Command(synopsisSubcommandLabel = "COMMAND")
public final class CommandGroup extends SessionCommand {
    private final String example;
    private final List<SessionCommand> commands;
    @Spec
    private CommandSpec spec;

    CommandGroup(String example, SessionCommand... commands) {
        this.example = "  " + example;
        this.commands = List.of(commands);
    }

    /** In the order of the help page. */
    public List<SessionCommand> commands() {
        return commands;
    }

    public String example() {
        return example;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.INVALID.number();
    }
}
