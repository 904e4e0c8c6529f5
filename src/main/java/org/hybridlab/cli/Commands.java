package org.hybridlab.cli;

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
