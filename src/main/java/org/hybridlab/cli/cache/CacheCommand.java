package org.hybridlab.cli.cache;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandGroup;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code cache} without a command prints its help page. */
@Command(name = "cache", synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExample:%n",
        footer = "  hybridlab cache list")
public final class CacheCommand implements Callable<Integer>, CommandGroup {
    private final Session session;
    @Spec
    private CommandSpec spec;

    public CacheCommand(Session session) {
        this.session = session;
    }

    @Override
    public Map<String, Object> commands() {
        Map<String, Object> commands = new LinkedHashMap<>();
        commands.put("list", new CacheListCommand(session));
        commands.put("clean", new CacheCleanCommand(session));
        return commands;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.INVALID.number();
    }
}
