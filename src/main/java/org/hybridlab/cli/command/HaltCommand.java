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

/** Switches the machines of a lab off; {@code up} starts them again. */
@Command(name = "halt", footer = "  hybridlab halt first-cluster")
public final class HaltCommand extends LabCommand {
    @Override
    public CommandResult call() {
        StandingLab made = StandingLab.of(named(), new LabService(context()), context());
        try (LabLock lock = made.lock()) {
            RunResult result = made.run(created -> PowerPlanner.halt(created, made::machines,
                    session.cancellation()), lock);
            return result.green() ? CommandResult.of(DocumentKind.HALT, PowerSummary.of(made, session.cancellation()),
                    List.of("%s is off. Start it again with: hybridlab up %s".formatted(made.name(),
                            word()))) : RunDisplay.failed(result);
        }
    }
}
