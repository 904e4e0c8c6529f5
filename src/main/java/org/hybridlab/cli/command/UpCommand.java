package org.hybridlab.cli.command;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.ForceFlag;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.OpenFlags;
import org.hybridlab.cli.support.RunDisplay;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.TerminalListener;
import org.hybridlab.cli.support.UntilOption;
import org.hybridlab.cli.support.UpEvents;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.guest.LabKey;
import org.hybridlab.host.ToldOnce;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.up.ManifestLimits;
import org.hybridlab.provision.up.OpenOptions;
import org.hybridlab.provision.up.SuspectSettings;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;
import org.hybridlab.service.CheckPhase;
import org.hybridlab.service.Diagnostics;
import org.hybridlab.service.RunFailures;
import org.hybridlab.service.UpSummary;
import org.hybridlab.service.estimate.UpEstimate;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.LabReset;
import org.hybridlab.service.lifecycle.LabReturn;
import org.hybridlab.terminal.Heartbeat;
import org.hybridlab.terminal.Interrupts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Brings a lab up and checks it; called again, it does what is missing and nothing else. */
@Command(name = "up", footerHeading = "%nExample:%n", footer = "  hybridlab up first-cluster --yes")
public final class UpCommand implements Callable<CommandResult> {
    /** Steps wait for other processes nearly all the time. */
    private static final int THREADS = 16;

    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @Mixin
    private OpenFlags flags;
    @Mixin
    private ForceFlag force;
    @Mixin
    private UntilOption until;
    @Option(names = UpEvents.EVENTS, description = "Write what happens to standard output, one JSON line each.")
    private boolean events;
    @Option(names = "--no-checks", description = "Do not judge the lab's checks at the end.")
    private boolean noChecks;

    public UpCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        LabService service = new LabService(session.context());
        OpenOptions options = flags.options(session);
        OpenLab chosen = service.openToBringUp(lab.named(session), options, force.given(session));
        service.needTrust(chosen);
        if (chosen.choice().provider().traits().sharesKernel()
                && new ToldOnce(session.folders()).isFirst("docker-machines-are-root")) {
            session.err().println("Machines on docker are containers with all rights: root in them is root on this "
                    + "host.");
        }
        service.host().makeReady(chosen.choice().provider());
        try (LabLock lock = LabLock.acquire(session.context().runFolder(chosen.workspace()), Clock.systemUTC())) {
            service.workspace(chosen);
            OpenLab open = service.claim(chosen, lab.named(session), options);
            LabKey.ensure(session.processes(), open.workspace(), session.cancellation());
            LabContext tools = service.tools(open);
            if (until.isGiven()) {
                // A wrong name is told before anything is written.
                until.of(UpPlanner.plan(tools), lab.word());
            }
            tools.registries().needPasswords();
            ManifestLimits.check(tools.lab(), tools.files().manifests(), open.warnings()).stream().map(Problem::text)
                    .forEach(session.err()::println);
            tools.files().writeTo(open.workspace());
            UpEstimate estimate = UpEstimate.of(tools, session.context());
            estimate.lines().forEach(session.err()::println);
            service.host().install(estimate.software());
            RunResult result = new LabReset(session.context(), tools, lock).finishEarlier(lab.word())
                    .orElseGet(() -> run(tools, open, lock));
            LabReturn.endLeftLeases(tools, result);
            if (!session.cancellation().isRequested()) {
                SuspectSettings.of(tools, lab.word()).forEach(session.err()::println);
            }
            if (result.failures().stream().anyMatch(step -> step.step().equals(StepIds.HOST_NETWORK))
                    && tools.states(session.cancellation()).byName().isEmpty()) {
                // Nothing stands on its network yet, so the next try is free to take another one.
                service.known().forget(open.workspace().folder());
            }
            CommandResult concluded = concluded(tools, open, result);
            return events ? new UpEvents(session).in(concluded) : concluded;
        }
    }

    private CommandResult concluded(LabContext tools, OpenLab open, RunResult result) {
        if (!result.green()) {
            RunFailures.tell(result, session.context().listener());
            if (result.exitCode() == ExitCode.LAB_FAILED) {
                new Diagnostics(session.context(), tools, lab.word()).explainFailure(List.of());
            }
            return RunDisplay.failed(result);
        }
        if (until.isGiven()) {
            return CommandResult.of(DocumentKind.UP, UpSummary.of(open, until.given(), Optional.empty()),
                    until.stop(UpPlanner.plan(tools), lab.word()));
        }
        if (noChecks) {
            return up(open, Optional.empty());
        }
        try (Interrupts ignored = Interrupts.listen(session.cancellation(), session.err()::println)) {
            CheckPhase phase = new CheckPhase(session.context().with(new TerminalListener(session, events)), tools,
                    lab.word());
            Report report = phase.run();
            if (events) {
                new UpEvents(session).checked(report);
            }
            return up(open, Optional.of(report)).exitingWith(phase.exitCode(report));
        }
    }

    private CommandResult up(OpenLab open, Optional<Report> report) {
        UpSummary summary = UpSummary.of(open, Optional.empty(), report.map(JsonReport::of));
        boolean failed = report.filter(one -> one.checks().exitCode() == ExitCode.LAB_FAILED).isPresent();
        return CommandResult.of(DocumentKind.UP, summary, failed ? List.of() : summary.lines(lab.word(), open.lab()
                .firstNode().name()));
    }

    private RunResult run(LabContext tools, OpenLab open, LabLock lock) {
        Plan plan = until.of(UpPlanner.plan(tools), lab.word());
        FirstLook look = look(tools, open, plan);
        Agreement agreement = session.context().approval().destructions(look, plan);
        try (RunDisplay display = RunDisplay.open(session, events)) {
            Engine engine = new Engine(session.context().runFolder(open.workspace()), LabService.settings(tools,
                    THREADS),
                    Clock.systemUTC(), display.listeners());
            if (look.destructions().isEmpty()) {
                return engine.run(plan, lock, Optional.of(look), agreement, session.cancellation());
            }
            // While somebody thought about the answer, things may have changed.
            tools.forgetStates();
            return engine.run(plan, lock, Optional.empty(), agreement, session.cancellation());
        }
    }

    private FirstLook look(LabContext tools, OpenLab open, Plan plan) {
        try (Heartbeat ignored = new Heartbeat(session.err()::println);
             Interrupts interrupts = Interrupts.listen(session.cancellation(), session.err()::println)) {
            return new Engine(session.context().runFolder(open.workspace()), LabService.settings(tools, THREADS),
                    Clock.systemUTC(), List.of()).look(plan, session.cancellation());
        }
    }
}
