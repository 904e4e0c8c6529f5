package org.hybridlab.cli;

import org.hybridlab.cli.box.BoxCommand;
import org.hybridlab.cli.bundle.BundleCommand;
import org.hybridlab.cli.cache.CacheCommand;
import org.hybridlab.cli.command.CheckCommand;
import org.hybridlab.cli.command.CpCommand;
import org.hybridlab.cli.command.DestroyCommand;
import org.hybridlab.cli.command.DiagnoseCommand;
import org.hybridlab.cli.command.DoctorCommand;
import org.hybridlab.cli.command.DrainCommand;
import org.hybridlab.cli.command.ExecCommand;
import org.hybridlab.cli.command.GraphCommand;
import org.hybridlab.cli.command.HaltCommand;
import org.hybridlab.cli.command.InitCommand;
import org.hybridlab.cli.command.KubeconfigCommand;
import org.hybridlab.cli.command.KubectlCommand;
import org.hybridlab.cli.command.ListCommand;
import org.hybridlab.cli.command.LogsCommand;
import org.hybridlab.cli.command.OpenCommand;
import org.hybridlab.cli.command.PlanCommand;
import org.hybridlab.cli.command.RenderCommand;
import org.hybridlab.cli.command.ReplaceCommand;
import org.hybridlab.cli.command.ReportCommand;
import org.hybridlab.cli.command.ResetCommand;
import org.hybridlab.cli.command.ResumeCommand;
import org.hybridlab.cli.command.SchemaCommand;
import org.hybridlab.cli.command.SetupCommand;
import org.hybridlab.cli.command.SshCommand;
import org.hybridlab.cli.command.StatusCommand;
import org.hybridlab.cli.command.SuspendCommand;
import org.hybridlab.cli.command.UncordonCommand;
import org.hybridlab.cli.command.UpCommand;
import org.hybridlab.cli.command.ValidateCommand;
import org.hybridlab.cli.snapshot.SnapshotCommand;
import org.hybridlab.cli.support.CommandName;
import org.hybridlab.cli.support.Session;

/** Makes the class of a command, and loads no other. */
final class Commands {
    private Commands() {
    }

    static Object create(CommandName name, Session session) {
        return switch (name) {
            case PLAN -> new PlanCommand(session);
            case RENDER -> new RenderCommand(session);
            case INIT -> new InitCommand(session);
            case LIST -> new ListCommand(session);
            case VALIDATE -> new ValidateCommand(session);
            case GRAPH -> new GraphCommand(session);
            case UP -> new UpCommand(session);
            case STATUS -> new StatusCommand(session);
            case CHECK -> new CheckCommand(session);
            case REPORT -> new ReportCommand(session);
            case DRAIN -> new DrainCommand(session);
            case UNCORDON -> new UncordonCommand(session);
            case REPLACE -> new ReplaceCommand(session);
            case HALT -> new HaltCommand(session);
            case SUSPEND -> new SuspendCommand(session);
            case RESUME -> new ResumeCommand(session);
            case SNAPSHOT -> new SnapshotCommand(session);
            case RESET -> new ResetCommand(session);
            case DESTROY -> new DestroyCommand(session);
            case DOCTOR -> new DoctorCommand(session);
            case SETUP -> new SetupCommand(session);
            case OPEN -> new OpenCommand(session);
            case SSH -> new SshCommand(session);
            case EXEC -> new ExecCommand(session);
            case CP -> new CpCommand(session);
            case LOGS -> new LogsCommand(session);
            case DIAGNOSE -> new DiagnoseCommand(session);
            case KUBECTL -> new KubectlCommand(session);
            case KUBECONFIG -> new KubeconfigCommand(session);
            case BUNDLE -> new BundleCommand(session);
            case SCHEMA -> new SchemaCommand(session);
            case BOX -> new BoxCommand(session);
            case CACHE -> new CacheCommand(session);
            case COMPLETION -> new CompletionCommand(session);
            case HELP -> new HelpCommand(session);
            case VERSION -> new VersionCommand();
        };
    }
}
