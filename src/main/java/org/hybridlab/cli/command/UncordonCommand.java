package org.hybridlab.cli.command;

import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.Session;
import org.hybridlab.service.NodeMaintenance;
import org.hybridlab.service.NodeMaintenance.Uncordon;
import org.hybridlab.service.lab.LabInUse;
import org.hybridlab.service.lab.MachinesOff;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lets pods into a machine again. */
@Command(name = "uncordon", footerHeading = "%nExample:%n", footer = "  hybridlab uncordon four-machines node3")
public final class UncordonCommand implements Callable<CommandResult> {
    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @Parameters(index = "1", paramLabel = "MACHINE", description = "The machine's name.")
    private String machine;

    public UncordonCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        LabInUse used = LabInUse.of(lab.named(session), session.context());
        Uncordon done = MachinesOff.explain(used, session.context(), () -> NodeMaintenance.of(used, machine,
                session.context()).uncordon());
        return CommandResult.of(DocumentKind.NODE_UNCORDON, done, done.changed()
                ? "%s takes new pods again. Pods that went elsewhere stay there.".formatted(machine)
                : "%s was not cordoned.".formatted(machine));
    }
}
