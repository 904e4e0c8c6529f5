package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.LabForeground;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.LabKubectl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "kubectl",
        footer = "  hybridlab kubectl first-cluster get nodes -o wide")
public final class KubectlCommand extends LabCommand {
    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "What kubectl is called with.")
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() {
        LabAccess access = access();
        String kubeconfig = access.kubeconfig().toString();
        return new LabForeground(session).run(access,
                org.hybridlab.common.process.Command.of(new LabKubectl(context()).program(access))
                        .with(kubectls().toArray(String[]::new)).env("KUBECONFIG", kubeconfig),
                code -> code != 0);
    }

    /** kubectl ignores everything after a {@code --}, prints its help and exits with 0. */
    private List<String> kubectls() {
        return !arguments.isEmpty() && arguments.get(0).equals("--") ? arguments.subList(1, arguments.size())
                : arguments;
    }
}
