package org.hybridlab.cli.command;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.FailurePrinter;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.service.StatusResult;
import org.hybridlab.service.StatusService;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.status.LabStatus;
import org.hybridlab.terminal.Interrupts;
import org.hybridlab.terminal.RedrawnLines;
import org.hybridlab.terminal.Screen;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "status", footer = {
        "  hybridlab status first-cluster --output json", "  hybridlab status first-cluster --watch"})
public final class StatusCommand extends LabCommand {
    private static final DocumentKind<LabStatus> LAB_STATUS = new DocumentKind<>("lab-status", LabStatus.class);

    @Option(names = {"-w", "--watch"}, description = "Show it again and again, until Ctrl-C (exit 130).")
    private boolean watch;
    @Option(names = "--every", paramLabel = "SECONDS", defaultValue = "2",
            description = "With --watch: how often (${DEFAULT-VALUE}).")
    private int every;

    @Override
    public CommandResult call() {
        if (watch && session.options().forPrograms()) {
            throw LabException.invalid("status-watch-json", "--watch never ends, and a JSON document has an end.",
                    "Leave out --watch, or --output json.");
        }
        if (every < 1) {
            throw LabException.invalid("status-every", "--every takes a number of seconds from 1.",
                    "For example: hybridlab status %s --watch --every 5".formatted(word()));
        }
        return watch ? watch(named()) : once(named());
    }

    private CommandResult once(NamedLab named) {
        StatusResult result = new StatusService(context()).status(named);
        FailurePrinter printer = new FailurePrinter(session);
        result.failures().forEach(printer::print);
        return CommandResult.of(LAB_STATUS, result.status(), page(result))
                .withFailures(result.exitCode(), result.failures());
    }

    private List<String> page(StatusResult result) {
        return new StatusPage(result, word(), Instant.now(), session.outColors()).lines();
    }

    /** Only Ctrl-C ends it, so it reports no interruption. */
    private CommandResult watch(NamedLab named) {
        RedrawnLines screen = new RedrawnLines(session.out());
        try (Interrupts ignored = Interrupts.listen(session.cancellation(), line -> { })) {
            StatusResult last = new StatusService(context()).watch(named, Duration.ofSeconds(every),
                    result -> show(result, screen));
            return CommandResult.of(LAB_STATUS, last.status(), List.of())
                    .exitingWith(ExitCode.INTERRUPTED);
        }
    }

    private void show(StatusResult result, RedrawnLines screen) {
        List<String> lines = new ArrayList<>(page(result));
        result.failures().forEach(failure -> lines.add(session.outColors().bad(failure.what())));
        if (session.liveOut()) {
            lines.add(session.outColors().faint("Every %d s; Ctrl-C ends it.".formatted(every)));
            screen.paint(lines, Screen.ofThisTerminal(session.processes(), session.outColors()));
        } else {
            session.out().println(Instant.now().truncatedTo(ChronoUnit.SECONDS));
            lines.forEach(session.out()::println);
            session.out().println();
            session.out().flush();
        }
        if (session.out().checkError()) {
            // The reader is gone.
            session.cancellation().request();
        }
    }
}
