package org.hybridlab.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.hybridlab.process.ShellQuoting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The journal of a machine. */
@Command(name = "logs", footerHeading = "%nExample:%n",
        footer = "  hybridlab logs first-cluster node --unit kubelet --follow")
final class LogsCommand implements Callable<Integer> {
    private final Session session;
    @Mixin
    private LabArgument lab;
    @Parameters(index = "1", paramLabel = "MACHINE", description = "The machine's name.")
    private String machine;
    @Option(names = {"-u", "--unit"}, paramLabel = "UNIT",
            description = "Only this systemd unit, for example kubelet or containerd. Can be repeated.")
    private List<String> units = new ArrayList<>();
    @Option(names = {"-f", "--follow"}, description = "Go on showing what comes, until Ctrl-C.")
    private boolean follow;
    @Option(names = {"-n", "--lines"}, paramLabel = "N", defaultValue = "200",
            description = "How many of the newest lines (${DEFAULT-VALUE}).")
    private int lines;

    LogsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<String> journal = new ArrayList<>(List.of(machine, "sudo", "-n", "journalctl", "--no-pager",
                "--lines=" + lines));
        // ssh joins its words to one line for the machine's shell.
        units.forEach(unit -> journal.add(ShellQuoting.quote("--unit=" + unit)));
        if (follow) {
            journal.add("--follow");
        }
        return session.foreground().run(LabInUse.of(lab, session).openSsh("ssh", machine)
                .with(journal.toArray(String[]::new)));
    }
}
