package org.hybridlab.cli.command;

import java.util.List;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.RunDisplay;
import org.hybridlab.cli.support.Session;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.power.PowerPlanner;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.StandingLab;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Freezes the machines of a lab; {@code resume} lets them go on. */
@Command(name = "suspend", footerHeading = "%nExample:%n", footer = "  hybridlab suspend first-cluster")
public final class SuspendCommand implements Callable<CommandResult> {
    private final Session session;
    @Mixin
    private InstanceArgument lab;

    public SuspendCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        StandingLab made = StandingLab.of(lab.named(session), new LabService(session.context()), session.context());
        try (LabLock lock = made.lock()) {
            RunResult result = made.run(created -> PowerPlanner.suspend(created, lab.word(),
                    session.cancellation()), lock);
            return result.green() ? CommandResult.of(DocumentKind.SUSPENSION, PowerSummary.of(made,
                    session.cancellation()), List.of("%s is suspended. Go on with: hybridlab resume %s"
                            .formatted(made.name(), lab.word()))) : RunDisplay.failed(result);
        }
    }
}
