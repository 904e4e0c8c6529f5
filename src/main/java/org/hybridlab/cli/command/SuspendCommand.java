package org.hybridlab.cli.command;

import java.util.List;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.RunDisplay;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.power.PowerPlanner;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.StandingLab;
import picocli.CommandLine.Command;

/** Freezes the machines of a lab; {@code resume} lets them go on. */
@Command(name = "suspend", footer = "  hybridlab suspend first-cluster")
public final class SuspendCommand extends LabCommand {
    @Override
    public CommandResult call() {
        StandingLab made = StandingLab.of(named(), new LabService(context()), context());
        try (LabLock lock = made.lock()) {
            RunResult result = made.run(created -> PowerPlanner.suspend(created, word(),
                    session.cancellation()), lock);
            return result.green() ? CommandResult.of(DocumentKind.SUSPENSION, PowerSummary.of(made,
                    session.cancellation()), List.of("%s is suspended. Go on with: hybridlab resume %s"
                            .formatted(made.name(), word()))) : RunDisplay.failed(result);
        }
    }
}
