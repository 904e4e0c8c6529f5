package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.LabForeground;
import org.hybridlab.cli.support.Session;
import org.hybridlab.service.lab.LabInUse;
import org.hybridlab.service.lab.LabKubectl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** kubectl against a lab's cluster; everything after LAB is kubectl's. */
@Command(name = "kubectl", footerHeading = "%nExample:%n",
        footer = "  hybridlab kubectl first-cluster get nodes -o wide")
public final class KubectlCommand implements Callable<Integer> {
    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "What kubectl is called with.")
    private List<String> arguments = new ArrayList<>();

    public KubectlCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LabInUse used = LabInUse.of(lab.named(session), session.context());
        String kubeconfig = used.kubeconfig().toString();
        return new LabForeground(session).run(used,
                org.hybridlab.common.process.Command.of(new LabKubectl(session.context()).program(used.workspace()))
                        .with(kubectls().toArray(String[]::new)).env("KUBECONFIG", kubeconfig),
                code -> code != 0);
    }

    /** Behind a {@code --} of its own, kubectl would take nothing, print its help, and call that well. */
    private List<String> kubectls() {
        return !arguments.isEmpty() && arguments.get(0).equals("--") ? arguments.subList(1, arguments.size())
                : arguments;
    }
}
