package org.hybridlab.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.hybridlab.cli.command.BoxCommands;
import org.hybridlab.cli.command.BundleCommands;
import org.hybridlab.cli.command.CacheCommands;
import org.hybridlab.cli.command.CheckCommand;
import org.hybridlab.cli.command.CommandGroup;
import org.hybridlab.cli.command.CpCommand;
import org.hybridlab.cli.command.DestroyCommand;
import org.hybridlab.cli.command.DiagnoseCommand;
import org.hybridlab.cli.command.DoctorCommand;
import org.hybridlab.cli.command.DrainCommand;
import org.hybridlab.cli.command.ExecCommand;
import org.hybridlab.cli.command.GraphCommand;
import org.hybridlab.cli.command.HaltCommand;
import org.hybridlab.cli.command.ImageCommands;
import org.hybridlab.cli.command.InitCommand;
import org.hybridlab.cli.command.KubeconfigCommand;
import org.hybridlab.cli.command.KubectlCommand;
import org.hybridlab.cli.command.ListCommand;
import org.hybridlab.cli.command.LogsCommand;
import org.hybridlab.cli.command.OpenCommand;
import org.hybridlab.cli.command.PlanCommand;
import org.hybridlab.cli.command.RenderCommand;
import org.hybridlab.cli.command.ReplaceCommand;
import org.hybridlab.cli.command.ResetCommand;
import org.hybridlab.cli.command.ResumeCommand;
import org.hybridlab.cli.command.SchemaCommand;
import org.hybridlab.cli.command.SetupCommand;
import org.hybridlab.cli.command.SnapshotCommands;
import org.hybridlab.cli.command.SshCommand;
import org.hybridlab.cli.command.StatusCommand;
import org.hybridlab.cli.command.SuspendCommand;
import org.hybridlab.cli.command.UncordonCommand;
import org.hybridlab.cli.command.UpCommand;
import org.hybridlab.cli.command.ValidateCommand;
import org.hybridlab.cli.support.CommandName;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.EnvironmentDefaults;
import org.hybridlab.cli.support.FailurePrinter;
import org.hybridlab.cli.support.ResultRenderer;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.common.process.ThisCommand;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The picocli command tree of one call, with only the commands that the call names. */
final class CommandTree {
    private CommandTree() {
    }

    static CommandLine forCall(Session session, String... arguments) {
        Set<String> words = new HashSet<>(Arrays.asList(arguments));
        CommandLine root = RootCommand.commandLine(session.options());
        for (CommandName name : CommandName.values()) {
            if (words.contains(name.id())) {
                root.addSubcommand(name.id(), loaded(session, name));
            }
        }
        root.setUsageHelpWidth(100);
        root.setHelpFactory(LabLeftOut::help);
        // Names may begin with an at sign, which would insert a file.
        root.setExpandAtFiles(false);
        // A switch may come from the environment and from the call, before and after the command.
        root.setOverwrittenOptionsAllowed(true);
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setDefaultValueProvider(new EnvironmentDefaults(session.environment()));
        root.setOut(session.out());
        root.setErr(session.err());
        FailurePrinter failures = new FailurePrinter(session);
        root.setExecutionExceptionHandler(failures);
        root.setParameterExceptionHandler(failures);
        root.setExecutionStrategy(call -> execute(session, root, call));
        return root;
    }

    private static int execute(Session session, CommandLine root, CommandLine.ParseResult call) {
        if (!call.hasSubcommand() && !call.unmatched().isEmpty()) {
            // picocli still shows the help page for --help.
            throw new CommandLine.UnmatchedArgumentException(root, call.unmatched());
        }
        // --color is known only now. By default picocli looks at the terminal.
        root.setColorScheme(CommandLine.Help.defaultColorScheme(
                session.outColors().on() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        CommandLine.ParseResult last = call;
        List<String> names = new ArrayList<>();
        while (last.hasSubcommand()) {
            last = last.subcommand();
            names.add(last.commandSpec().name());
        }
        ThisCommand.is(String.join(" ", names));
        CommandLine command = last.commandSpec().commandLine();
        int exitCode;
        try {
            exitCode = new CommandLine.RunLast().execute(call);
        } catch (Error e) {
            // picocli handles exceptions only.
            throw new CommandLine.ExecutionException(command, e.toString(), e);
        }
        return command.getExecutionResult() instanceof CommandResult result ? render(session, command, result)
                : exitCode;
    }

    private static int render(Session session, CommandLine command, CommandResult result) {
        try {
            return new ResultRenderer(session).print(result);
        } catch (RuntimeException e) {
            throw new CommandLine.ExecutionException(command, "The result could not be printed", e);
        }
    }

    private static CommandLine loaded(Session session, CommandName name) {
        SessionCommand called = ((SessionCommand) create(name)).in(session);
        CommandLine command = new CommandLine(called);
        CommandSpec spec = command.getCommandSpec();
        if (called instanceof CommandGroup group) {
            group.commands().forEach(one -> command.addSubcommand(one.in(session)));
            spec.usageMessage().footer(group.example());
        }
        // Everything after LAB is kubectl's, flags too.
        command.setStopAtPositional(name == CommandName.KUBECTL);
        complete(spec, session);
        command.getSubcommands().values().forEach(one -> complete(one.getCommandSpec(), session));
        if (spec.usageMessage().description().length == 0) {
            spec.usageMessage().description(name.summary() + ".");
        }
        return command;
    }

    private static void complete(CommandSpec spec, Session session) {
        LabLeftOut.allow(spec, session);
        spec.usageMessage().footerHeading("%nExample:%n");
    }

    /** Returns an Object: to verify that all are of one class, the JVM would load the class of every command. */
    private static Object create(CommandName name) {
        return switch (name) {
            case PLAN -> new PlanCommand();
            case RENDER -> new RenderCommand();
            case INIT -> new InitCommand();
            case LIST -> new ListCommand();
            case VALIDATE -> new ValidateCommand();
            case GRAPH -> new GraphCommand();
            case UP -> new UpCommand();
            case STATUS -> new StatusCommand();
            case CHECK -> new CheckCommand();
            case DRAIN -> new DrainCommand();
            case UNCORDON -> new UncordonCommand();
            case REPLACE -> new ReplaceCommand();
            case HALT -> new HaltCommand();
            case SUSPEND -> new SuspendCommand();
            case RESUME -> new ResumeCommand();
            case IMAGE -> ImageCommands.group();
            case SNAPSHOT -> SnapshotCommands.group();
            case RESET -> new ResetCommand();
            case DESTROY -> new DestroyCommand();
            case DOCTOR -> new DoctorCommand();
            case SETUP -> new SetupCommand();
            case OPEN -> new OpenCommand();
            case SSH -> new SshCommand();
            case EXEC -> new ExecCommand();
            case CP -> new CpCommand();
            case LOGS -> new LogsCommand();
            case DIAGNOSE -> new DiagnoseCommand();
            case KUBECTL -> new KubectlCommand();
            case KUBECONFIG -> new KubeconfigCommand();
            case BUNDLE -> BundleCommands.group();
            case SCHEMA -> new SchemaCommand();
            case BOX -> BoxCommands.group();
            case CACHE -> CacheCommands.group();
            case COMPLETION -> new CompletionCommand();
            case HELP -> new HelpCommand();
            case VERSION -> new VersionCommand();
        };
    }
}
