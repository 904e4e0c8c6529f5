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

    private CommandGroup(String example, SessionCommand... commands) {
        this.example = "  " + example;
        this.commands = List.of(commands);
    }

    public static CommandGroup box() {
        return new CommandGroup("hybridlab box build --provider docker", new BoxBuildCommand(),
                new BoxPackageCommand(), new BoxFetchCommand(), new BoxListCommand(), new BoxRemoveCommand());
    }

    public static CommandGroup bundle() {
        return new CommandGroup("hybridlab bundle get --kubernetes 1.36.3", new BundleListCommand(),
                new BundleGetCommand(), new BundleVerifyCommand(), new BundleExportCommand(),
                new BundleImportCommand());
    }

    public static CommandGroup cache() {
        return new CommandGroup("hybridlab cache list", new CacheListCommand(), new CacheCleanCommand());
    }

    public static CommandGroup snapshot() {
        return new CommandGroup("hybridlab snapshot save first-cluster before-lesson-2", new SnapshotSaveCommand(),
                new SnapshotListCommand(), new SnapshotDeleteCommand());
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
