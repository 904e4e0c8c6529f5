package org.hybridlab.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.hybridlab.diagnose.LogSources;
import org.hybridlab.diagnose.UnitLogs;
import org.hybridlab.lab.Os;
import org.hybridlab.process.ShellQuoting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the units of a machine say: a Linux machine's journal and pods, a Windows machine's files and event logs. */
@Command(name = "logs", footerHeading = "%nExample:%n", footer = {
        "  hybridlab logs first-cluster node --unit kubelet --follow",
        "  hybridlab logs first-cluster node --unit flanneld"})
final class LogsCommand implements Callable<Integer> {
    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @Parameters(index = "1", paramLabel = "MACHINE", description = "The machine's name.")
    private String machine;
    @Option(names = {"-u", "--unit"}, paramLabel = "UNIT",
            description = "Only this: a systemd unit, for example kubelet or containerd, which can be repeated; "
                    + "or flanneld, kube-proxy and what else diagnose/logs.yaml names.")
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
        LabInUse inUse = LabInUse.of(lab, session);
        Os os = inUse.os(inUse.machine(machine));
        List<String> words = new ArrayList<>(List.of(machine));
        if (os == Os.LINUX) {
            words.addAll(List.of("sudo", "-n"));
        }
        // ssh joins its words to one line for the machine's shell.
        new UnitLogs(LogSources.read(session.home())).words(os, units, lines, follow).stream()
                .map(ShellQuoting::quote).forEach(words::add);
        return session.foreground().run(inUse.openSsh("ssh", machine).with(words.toArray(String[]::new)));
    }
}
