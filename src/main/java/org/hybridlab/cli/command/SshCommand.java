package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.LabForeground;
import org.hybridlab.common.process.Command;
import org.hybridlab.service.lab.LabAccess;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(name = "ssh",
        footer = {"  hybridlab ssh first-cluster control -- sudo ctr -n k8s.io containers ls",
        "  hybridlab ssh first-cluster control"})
public final class SshCommand extends LabCommand {
    /** The exit code of ssh itself. */
    static final int NO_CONNECTION = 255;

    @Parameters(index = "1", paramLabel = "MACHINE", description = "The machine's name.")
    private String machine;
    @Option(names = {"-t", "--tty"}, description = "Give COMMAND a terminal, as editors and top want one.")
    private boolean tty;
    @Parameters(index = "2..*", paramLabel = "COMMAND", description = "What to run there instead of a shell.")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() {
        LabAccess access = access();
        Command ssh = access.openSsh("ssh", machine);
        if (tty) {
            ssh = ssh.with("-t");
        }
        return new LabForeground(session).run(access, ssh.with(machine).with(command.toArray(String[]::new)),
                code -> code == NO_CONNECTION);
    }
}
