package org.hybridlab.cli.command;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.FailurePrinter;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.status.LabStatusReader;
import org.hybridlab.provision.status.LabStatusReader.Reading;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.terminal.Interrupts;
import org.hybridlab.terminal.RedrawnLines;
import org.hybridlab.terminal.Screen;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows a lab as it is: machines as the provider has them, and nodes as the API server has them, both asked now. */
@Command(name = "status", footerHeading = "%nExample:%n", footer = {
        "  hybridlab status first-cluster --output json", "  hybridlab status first-cluster --watch"})
public final class StatusCommand implements Callable<CommandResult> {
    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @Option(names = {"-w", "--watch"}, description = "Show it again and again, until Ctrl-C (exit 130).")
    private boolean watch;
    @Option(names = "--every", paramLabel = "SECONDS", defaultValue = "2",
            description = "With --watch: how often (${DEFAULT-VALUE}).")
    private int every;

    public StatusCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        if (watch && session.options().forPrograms()) {
            throw LabException.invalid("status-watch-json", "--watch never ends, and a JSON document has an end.",
                    "Leave out --watch, or --output json.");
        }
        if (every < 1) {
            throw LabException.invalid("status-every", "--every takes a number of seconds from 1.",
                    "For example: hybridlab status %s --watch --every 5".formatted(lab.word()));
        }
        LabService service = new LabService(session.context());
        OpenLab open = service.asItIs(lab.named(session));
        LabStatusReader reader = new LabStatusReader(open, service.known().find(open.workspace().folder()),
                CreatedLab.of(open.id(), open.workspace(), open.choice().provider(), session.processes(),
                        service.host().facts().hardwareVirtualisation()).provider());
        if (watch) {
            return watch(reader);
        }
        Reading reading = reader.read(session.cancellation());
        FailurePrinter printer = new FailurePrinter(session);
        reading.failures().forEach(printer::print);
        return CommandResult.of(DocumentKind.LAB_STATUS, reading.status(), page(reading))
                .withFailures(exitCode(reading), reading.failures());
    }

    private static ExitCode exitCode(Reading reading) {
        return reading.failures().stream().findFirst().map(LabException::exitCode)
                .orElse(reading.status().well() ? ExitCode.OK : ExitCode.LAB_FAILED);
    }

    private List<String> page(Reading reading) {
        return new StatusPage(reading.status(), Instant.now(), session.outColors()).lines();
    }

    /** Ends by Ctrl-C only, which is what its reader expects: nothing is said about it. */
    private CommandResult watch(LabStatusReader reader) {
        RedrawnLines screen = new RedrawnLines(session.out());
        Cancellation cancellation = session.cancellation();
        Reading last = null;
        try (Interrupts ignored = Interrupts.listen(cancellation, line -> { })) {
            while (true) {
                last = reader.read(cancellation);
                cancellation.throwIfRequested();
                show(last, screen);
                pause(cancellation);
            }
        } catch (LabException e) {
            if (e.exitCode() != ExitCode.INTERRUPTED || last == null) {
                throw e;
            }
            return CommandResult.of(DocumentKind.LAB_STATUS, last.status(), List.of())
                    .exitingWith(ExitCode.INTERRUPTED);
        }
    }

    private void show(Reading reading, RedrawnLines screen) {
        List<String> lines = new ArrayList<>(page(reading));
        reading.failures().forEach(failure -> lines.add(session.outColors().bad(failure.what())));
        if (session.liveOut()) {
            lines.add(session.outColors().faint("Every %d s; Ctrl-C ends it.".formatted(every)));
            screen.paint(lines, Screen.ofThisTerminal(session.processes(), session.outColors()));
        } else {
            session.out().println(Instant.now().truncatedTo(ChronoUnit.SECONDS));
            lines.forEach(session.out()::println);
            session.out().println();
            session.out().flush();
        }
    }

    private void pause(Cancellation cancellation) {
        CompletableFuture<Void> over = new CompletableFuture<Void>().completeOnTimeout(null,
                Duration.ofSeconds(every).toMillis(), TimeUnit.MILLISECONDS);
        try (Cancellation.Registration ignored = cancellation.onRequest(() -> over.complete(null))) {
            cancellation.throwIfRequested();
            over.join();
        }
        cancellation.throwIfRequested();
    }
}
