package org.hybridlab.cli.command;


import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.service.NodeMaintenance;
import org.hybridlab.service.NodeMaintenance.Uncordon;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.MachinesOff;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "uncordon", footer = "  hybridlab uncordon four-machines node3")
public final class UncordonCommand extends LabCommand {
    private static final DocumentKind<NodeMaintenance.Uncordon> NODE_UNCORDON =
            new DocumentKind<>("node-uncordon", NodeMaintenance.Uncordon.class);

    @Parameters(index = "1", paramLabel = "MACHINE", description = "The machine's name.")
    private String machine;

    @Override
    public CommandResult call() {
        LabAccess access = access();
        Uncordon done = MachinesOff.explain(access, context(), () -> NodeMaintenance.of(access, machine,
                context()).uncordon());
        return CommandResult.of(NODE_UNCORDON, done, done.changed()
                ? "%s takes new pods again. Pods that went elsewhere stay there.".formatted(machine)
                : "%s was not cordoned.".formatted(machine));
    }
}
