package org.hybridlab.cli.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.LabForeground;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.config.model.Os;
import org.hybridlab.diagnose.LogSources;
import org.hybridlab.diagnose.UnitLogs;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.MachinesOff;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads journal and pods of a Linux machine, files and event logs of a Windows machine. */
@Command(name = "logs", footer = {
        "  hybridlab logs first-cluster node --unit kubelet --follow",
        "  hybridlab logs first-cluster node --unit flanneld"})
public final class LogsCommand extends LabCommand {
    private static final DocumentKind<LogLines> LOG_LINES = new DocumentKind<>("log-lines", LogLines.class);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Parameters(index = "1", paramLabel = "MACHINE", description = "The machine's name.")
    private String machine;
    @Option(names = {"-u", "--unit"}, paramLabel = "UNIT",
            description = "Only this: a systemd unit, for example kubelet or containerd, which can be repeated; "
                    + "or flanneld, kube-proxy and what else data/diagnose/logs.yaml names.")
    private List<String> units = new ArrayList<>();
    @Option(names = {"-f", "--follow"}, description = "Go on showing what comes, until Ctrl-C.")
    private boolean follow;
    @Option(names = {"-n", "--lines"}, paramLabel = "N", defaultValue = "200",
            description = "How many of the newest lines (${DEFAULT-VALUE}).")
    private int lines;

    @Override
    public Object call() {
        LabAccess access = access();
        Os os = access.os(access.machine(machine));
        List<String> words = new ArrayList<>(List.of(machine));
        if (os == Os.LINUX) {
            words.addAll(List.of("sudo", "-n"));
        }
        // ssh joins its words to one line for the machine's shell.
        new UnitLogs(LogSources.read(context().home())).words(os, units, lines, follow).stream()
                .map(ShellQuoting::quote).forEach(words::add);
        org.hybridlab.common.process.Command ssh = access.openSsh("ssh", machine).with(words.toArray(String[]::new));
        if (session.options().forPrograms()) {
            return document(ssh, access);
        }
        return new LabForeground(session).run(access, ssh, code -> code == SshCommand.NO_CONNECTION);
    }

    private CommandResult document(org.hybridlab.common.process.Command ssh, LabAccess access) {
        if (follow) {
            throw LabException.invalid("logs-follow-json", "--follow never ends, and a JSON document has an end.",
                    "Leave out --follow, or --output json.");
        }
        Result result = session.processes().run(ssh.timeout(PATIENCE).asWritten(), session.cancellation());
        if (!result.ok()) {
            MachinesOff.of(access, context()).ifPresent(off -> {
                throw off;
            });
            throw LabException.labFailed("logs-unreadable", "%s did not give its logs: exit code %d."
                    .formatted(machine, result.exitCode()), "Look whether it runs: hybridlab status " + word())
                    .because(result.stderr());
        }
        return CommandResult.of(LOG_LINES, new LogLines(machine, result.stdout().lines().toList()),
                List.of());
    }

    public record LogLines(String machine, List<String> lines) {
    }
}
