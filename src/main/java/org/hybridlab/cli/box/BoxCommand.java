package org.hybridlab.cli.box;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandGroup;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code box} without a command prints its help page. */
@Command(name = "box", synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExample:%n",
        footer = "  hybridlab box build --provider docker")
public final class BoxCommand implements Callable<Integer>, CommandGroup {
    private final Session session;
    @Spec
    private CommandSpec spec;

    public BoxCommand(Session session) {
        this.session = session;
    }

    @Override
    public Map<String, Object> commands() {
        Map<String, Object> commands = new LinkedHashMap<>();
        commands.put("build", new BoxBuildCommand(session));
        commands.put("package", new BoxPackageCommand(session));
        commands.put("fetch", new BoxFetchCommand(session));
        commands.put("list", new BoxListCommand(session));
        commands.put("remove", new BoxRemoveCommand(session));
        return commands;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.INVALID.number();
    }
}
