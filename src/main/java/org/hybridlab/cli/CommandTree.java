package org.hybridlab.cli;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The tree of commands for one call. Only a command that the call names is loaded; of the others the name and summary
 * are there, for the help page and for "did you mean".
 */
final class CommandTree {
    private CommandTree() {
    }

    static CommandLine forCall(Session session, String... arguments) {
        Set<String> words = new HashSet<>(Arrays.asList(arguments));
        boolean all = words.contains(CommandName.COMPLETION.word());
        CommandLine root = new CommandLine(new RootCommand(session.options()));
        for (CommandName name : CommandName.values()) {
            boolean called = all || words.contains(name.word());
            root.addSubcommand(name.word(), called ? loaded(session, name) : nameOnly(name));
        }
        root.setUsageHelpWidth(100);
        // A switch may come from the environment and from the call, before and after the command.
        root.setOverwrittenOptionsAllowed(true);
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setDefaultValueProvider(new EnvironmentDefaults(session.environment()));
        root.setOut(session.out());
        root.setErr(session.err());
        FailurePrinter failures = new FailurePrinter(session);
        root.setExecutionExceptionHandler(failures);
        root.setParameterExceptionHandler(failures);
        return root;
    }

    private static CommandLine loaded(Session session, CommandName name) {
        Object called = Commands.create(name, session);
        CommandLine command = new CommandLine(called);
        if (called instanceof CommandGroup group) {
            group.commands().forEach(command::addSubcommand);
        }
        CommandSpec spec = command.getCommandSpec();
        // After LAB, flags too are kubectl's.
        command.setStopAtPositional(name == CommandName.KUBECTL);
        if (spec.usageMessage().description().length == 0) {
            spec.usageMessage().description(name.summary() + ".");
        }
        return command;
    }

    /** Never executed: a command that the call names is not one of these. */
    private static CommandLine nameOnly(CommandName name) {
        CommandSpec spec = CommandSpec.create().name(name.word());
        spec.usageMessage().description(name.summary());
        return new CommandLine(spec);
    }
}
