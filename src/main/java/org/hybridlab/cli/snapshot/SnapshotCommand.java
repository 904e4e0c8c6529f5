package org.hybridlab.cli.snapshot;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandGroup;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code snapshot} without a command prints its help page. */
@Command(name = "snapshot", synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExample:%n",
        footer = "  hybridlab snapshot save first-cluster before-lesson-2")
public final class SnapshotCommand implements Callable<Integer>, CommandGroup {
    private final Session session;
    @Spec
    private CommandSpec spec;

    public SnapshotCommand(Session session) {
        this.session = session;
    }

    @Override
    public Map<String, Object> commands() {
        Map<String, Object> commands = new LinkedHashMap<>();
        commands.put("save", new SnapshotSaveCommand(session));
        commands.put("list", new SnapshotListCommand(session));
        commands.put("delete", new SnapshotDeleteCommand(session));
        return commands;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.INVALID.number();
    }
}
