package org.hybridlab.cli;

import java.util.Arrays;
import java.util.Locale;

import org.hybridlab.artifact.bundle.HostProxy;
import org.hybridlab.cli.support.EnvironmentDefaults;
import org.hybridlab.cli.support.FailurePrinter;
import org.hybridlab.cli.support.ResultStream;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.config.file.reader.LabSchema;
import org.hybridlab.service.context.EnvironmentVariables;
import org.hybridlab.terminal.SignsOfLife;
import picocli.CommandLine;

public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) {
        // Output is English and read by programs: CSS must not get decimal commas.
        Locale.setDefault(Locale.ROOT);
        HostProxy.allowLogins();
        ResultStream results = ResultStream.standardOutput();
        Session session = Session.ofThisProcess(results);
        SignsOfLife.watch(session.out(), session.err());
        int exitCode = run(session, results, arguments);
        endHttpClients();
        System.exit(exitCode);
    }

    /**
     * The JVM's exit waits 300 ms for threads in native code (HotSpot's {@code wait_for_threads_in_native_to_block}). A
     * java.net.http client has one that only an interrupt ends in Java 17.
     */
    static void endHttpClients() {
        Thread[] threads = new Thread[2 * Thread.activeCount()];
        Arrays.stream(threads, 0, Thread.enumerate(threads))
                .filter(thread -> thread.getName().matches("HttpClient-\\d+-SelectorManager"))
                .forEach(Thread::interrupt);
    }

    /** Fails if results could not be written. */
    static int run(Session session, ResultStream results, String... arguments) {
        int exitCode = run(session, arguments);
        session.out().flush();
        if (exitCode != ExitCode.OK.number() || results.loss().isEmpty()) {
            return exitCode;
        }
        LabException lost = LabException.hostNotReady("output-lost", "The result could not be written: "
                + results.loss().get() + ".", "Make room where standard output goes, and run the same again.");
        new FailurePrinter(session).print(lost);
        return lost.exitCode().number();
    }

    /** Returns the exit code; does not end the process. */
    static int run(Session session, String... arguments) {
        if (HelpPage.isAskedForBy(arguments)) {
            session.out().print(HelpPage.text());
            session.out().flush();
            return ExitCode.OK.number();
        }
        if (Completion.isAskedForBy(arguments)) {
            Completion.lines(session, arguments).forEach(session.out()::println);
            session.out().flush();
            return ExitCode.OK.number();
        }
        try {
            EnvironmentVariables.check(session.environment());
        } catch (LabException e) {
            return new FailurePrinter(session).end(e, arguments);
        }
        EnvironmentVariables.unknown(session.environment()).forEach(session.err()::println);
        // The schema of lab files takes 40 ms to load. Reading the command line takes as long.
        Parallel.ahead(LabSchema::rules);
        CommandLine tree = CommandTree.forCall(session, arguments);
        return tree.execute(new EnvironmentDefaults(session.environment())
                .withSwitches(tree.getCommandSpec(), arguments));
    }
}
