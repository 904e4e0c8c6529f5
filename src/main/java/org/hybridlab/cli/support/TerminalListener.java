package org.hybridlab.cli.support;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckResult;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.TaskProgress;
import org.hybridlab.engine.EventListener;
import org.hybridlab.report.CheckTable;
import org.hybridlab.report.Report;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.CheckPhaseListener;
import org.hybridlab.service.context.RunListener;
import org.hybridlab.service.context.ServiceListener;
import org.hybridlab.service.context.TaskListener;
import org.hybridlab.terminal.Heartbeat;
import org.hybridlab.terminal.Interrupts;
import org.hybridlab.terminal.Progress;

/**
 * Shows progress on standard error, and the table of checks on standard output.
 *
 * @param events whether a run's events go to standard output as JSON lines ({@code up --events})
 */
public record TerminalListener(Session session, boolean events) implements ServiceListener {
    @Override
    public void message(String line) {
        session.err().println(line);
    }

    @Override
    public void failed(LabException failure) {
        new FailurePrinter(session).print(failure);
    }

    @Override
    public TaskListener task() {
        return new Task(session.live() ? Heartbeat.live(session.err(), session.errScreen())
                : new Heartbeat(session.err()::println));
    }

    @Override
    public CancellableScope cancellable() {
        return Interrupts.listen(session.cancellation(), session.err()::println)::close;
    }

    @Override
    public RunListener run() {
        return Run.open(session, events);
    }

    @Override
    public CheckPhaseListener checks() {
        boolean tableFollows = !events && session.live() && session.liveOut() && !session.options().forPrograms();
        return new Checks(new Heartbeat(session.err()::println), tableFollows);
    }

    @Override
    public void checked(Report report) {
        List<String> lines = new ArrayList<>(CheckTable.lines(report.checks(),
                events ? session.errColors() : session.outColors()));
        report.proof().ifPresent(lines::add);
        if (events) {
            lines.forEach(session.err()::println);
        } else {
            new ResultRenderer(session).text(lines);
        }
        session.out().flush();
    }

    /** Meanwhile Ctrl-C requests the run's end. */
    private record Run(Progress progress, Interrupts interrupts) implements RunListener {
        static Run open(Session session, boolean events) {
            Progress progress = events ? Progress.jsonLines(session.out()) : session.live()
                    ? Progress.live(session.err(), session.errScreen(), Clock.systemDefaultZone())
                    : Progress.plain(session.err(), Clock.systemDefaultZone(), session.errColors());
            return new Run(progress, Interrupts.listen(session.cancellation(), progress::say));
        }

        @Override
        public List<EventListener> listeners() {
            return List.of(progress);
        }

        @Override
        public void close() {
            interrupts.close();
            progress.close();
        }
    }

    private record Task(Heartbeat signs) implements TaskListener {
        @Override
        public void accept(String line) {
            signs.accept(line);
        }

        @Override
        public void note(String line) {
            signs.note(line);
        }

        @Override
        public void progress(TaskProgress progress) {
            signs.progress(progress);
        }

        @Override
        public void close() {
            signs.close();
        }
    }

    /** Shows checks that end, and those that are waited for. If a table follows, checks that passed get no line. */
    private static final class Checks implements CheckPhaseListener {
        private final Heartbeat signs;
        private final boolean tableFollows;
        private final Set<String> waiting = new ConcurrentSkipListSet<>();

        /** @param tableFollows whether a table will show each check again */
        Checks(Heartbeat signs, boolean tableFollows) {
            this.signs = signs;
            this.tableFollows = tableFollows;
            if (tableFollows) {
                signs.accept("Judging the checks:");
            }
        }

        @Override
        public void started(Check check) {
            waiting.add(check.id());
            signs.note(String.join(", ", waiting));
        }

        @Override
        public void finished(CheckResult result) {
            if (!tableFollows || result.verdict().outcome() != Outcome.PASSED) {
                signs.accept("check %s: %s (%.1f s)".formatted(result.id(), word(result),
                        result.took().toMillis() / 1000.0));
            }
            waiting.remove(result.id());
            signs.note(String.join(", ", waiting));
        }

        @Override
        public void close() {
            signs.close();
        }

        private static String word(CheckResult result) {
            return result.verdict().outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
