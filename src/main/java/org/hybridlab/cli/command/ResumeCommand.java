package org.hybridlab.cli.command;

import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.ReturnedLab;
import org.hybridlab.cli.support.RunDisplay;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.provision.change.ChangeRefusals;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.power.PowerPlanner;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.LabReset;
import org.hybridlab.service.lifecycle.MadeLab;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets the machines of a suspended lab go on, and checks it; machines that are off are started. */
@Command(name = "resume", footer = "  hybridlab resume first-cluster")
public final class ResumeCommand extends LabCommand {
    @Option(names = "--no-checks", description = "Do not judge the lab's checks at the end.")
    private boolean noChecks;

    private static void mayGoOn(LabContext labContext) {
        try {
            ChangeRefusals.needKubeconfig(labContext, LabChanges.of(labContext).orElse(List.of()));
            ChangeRefusals.check(labContext.open());
        } catch (LabException e) {
            throw LabException.invalid(e.id(), e.what(), "The lab stays as it is: nothing was resumed. " + e.advice());
        }
    }

    @Override
    public CommandResult call() {
        LabService service = new LabService(context());
        MadeLab made = MadeLab.of(named(), service, context());
        service.needTrust(made.open());
        service.checkLimits(made.open());
        try (LabLock lock = made.lock()) {
            LabReset.mustBeOver(made.open().workspace(), word(), "its machines may not go on as they are.");
            LabContext labContext = service.labContext(made.open());
            mayGoOn(labContext);
            RunResult result = made.run(created -> PowerPlanner.resume(labContext, session.cancellation()), lock);
            return result.green() ? new ReturnedLab(session, DocumentKind.RESUMPTION, word(), Optional.empty())
                    .of(labContext, lock, !noChecks).result() : RunDisplay.failed(result);
        }
    }
}
