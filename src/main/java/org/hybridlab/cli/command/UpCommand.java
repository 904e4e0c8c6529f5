package org.hybridlab.cli.command;

import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.OpenFlags;
import org.hybridlab.cli.support.TerminalListener;
import org.hybridlab.cli.support.UntilOption;
import org.hybridlab.cli.support.UpEvents;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.service.UpOptions;
import org.hybridlab.service.UpResult;
import org.hybridlab.service.UpService;
import org.hybridlab.service.UpSummary;
import org.hybridlab.service.context.Loss;
import org.hybridlab.service.context.ServiceContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "up", footer = "  hybridlab up first-cluster --yes")
public final class UpCommand extends LabCommand {
    private static final DocumentKind<UpSummary> UP = new DocumentKind<>("up", UpSummary.class);

    @Mixin
    private OpenFlags flags;
    @Mixin
    private UntilOption until;
    @Option(names = UpEvents.EVENTS, description = "Write what happens to standard output, one JSON line each.")
    private boolean events;
    @Option(names = "--load", description = "Load images of apps that docker, podman or nerdctl of this host has, "
            + "instead of pulling them.")
    private boolean load;
    @Option(names = "--lose-volumes", description = "Agree that volumes of machines are lost which were removed by "
            + "hand.")
    private boolean loseVolumes;
    @Option(names = "--no-checks", description = "Do not judge the lab's checks at the end.")
    private boolean noChecks;
    @Option(names = "--no-snapshot", description = "Do not save the snapshot fresh of a lab that is up for the first "
            + "time.")
    private boolean noSnapshot;

    @Override
    public CommandResult call() {
        session.options().lose(Loss.VOLUMES, loseVolumes);
        ServiceContext context = context().with(new TerminalListener(session, events));
        UpResult up = new UpService(context).up(named(), new UpOptions(flags.options(session),
                until.part(), load, !noChecks, !noSnapshot, Optional.empty()));
        if (events) {
            up.report().ifPresent(new UpEvents(session)::checked);
        }
        CommandResult concluded = concluded(up);
        return events ? new UpEvents(session).in(concluded) : concluded;
    }

    private CommandResult concluded(UpResult up) {
        if (!up.run().green()) {
            return CommandResult.failed(up.run());
        }
        return CommandResult.of(UP, up.summary(), lines(up)).exitingWith(up.exitCode());
    }

    private List<String> lines(UpResult up) {
        if (!up.part().isWhole()) {
            return UntilOption.stop(up.part(), up.left(), word());
        }
        // A lab is usable although its own checks fail, such as those of an exercise.
        boolean failed = up.report().filter(one -> one.checks().withoutLabFile().exitCode() == ExitCode.LAB_FAILED)
                .isPresent();
        return failed ? List.of() : up.lines(word());
    }
}
