package org.hybridlab.cli.bundle;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandGroup;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bundle} without a command prints its help page. */
@Command(name = "bundle", synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExample:%n",
        footer = "  hybridlab bundle get --kubernetes 1.36.3")
public final class BundleCommand implements Callable<Integer>, CommandGroup {
    private final Session session;
    @Spec
    private CommandSpec spec;

    public BundleCommand(Session session) {
        this.session = session;
    }

    @Override
    public Map<String, Object> commands() {
        Map<String, Object> commands = new LinkedHashMap<>();
        commands.put("list", new BundleListCommand(session));
        commands.put("get", new BundleGetCommand(session));
        commands.put("verify", new BundleVerifyCommand(session));
        commands.put("export", new BundleExportCommand(session));
        commands.put("import", new BundleImportCommand(session));
        return commands;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.INVALID.number();
    }
}
