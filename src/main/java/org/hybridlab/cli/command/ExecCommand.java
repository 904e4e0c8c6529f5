package org.hybridlab.cli.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.FailurePrinter;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.ResultRenderer;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Os;
import org.hybridlab.guest.GuestShell;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.MachinesOff;
import org.hybridlab.terminal.Interrupts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one command in several machines in parallel. */
@Command(name = "exec", footer = {
        "  hybridlab exec first-cluster -- uname -r",
        "  hybridlab exec first-cluster --on control,node --sudo 'id && df /'"})
public final class ExecCommand extends LabCommand {
    private static final DocumentKind<Answers> EXEC_RESULTS = new DocumentKind<>("exec-results", Answers.class);
    private static final int PROVIDER_SECONDS = 3;

    @Option(names = "--on", paramLabel = "MACHINE", split = ",", description = "Only these machines.")
    private List<String> on = new ArrayList<>();
    @Option(names = "--sudo", description = "As root; on Windows as the login user, an administrator.")
    private boolean sudo;
    @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "600",
            description = "How long it may take on each machine (${DEFAULT-VALUE}).")
    private int timeout;
    @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND",
            description = "The program and its arguments; one word with spaces is a line for "
                    + "the machine's shell: sh, and on Windows PowerShell.")
    private List<String> command = new ArrayList<>();

    @Override
    public CommandResult call() {
        LabAccess access = access();
        List<String> machines = on.isEmpty() ? access.machines() : on.stream().map(access::machine).toList();
        if (machines.isEmpty()) {
            throw access.notUp();
        }
        mustRun(access);
        Map<String, LabException> failures = new ConcurrentSkipListMap<>();
        List<Answer> answers = askAll(access, machines, failures).stream().flatMap(Optional::stream).toList();
        FailurePrinter printer = new FailurePrinter(session);
        failures.values().forEach(printer::print);
        boolean good = failures.isEmpty() && answers.stream().allMatch(answer -> answer.exitCode() == 0);
        return CommandResult.of(EXEC_RESULTS, new Answers(answers), List.of())
                .withFailures(good ? ExitCode.OK : ExitCode.LAB_FAILED, List.copyOf(failures.values()));
    }

    /** A suspended machine accepts connections and is silent for a minute. A provider may hang, too. */
    private void mustRun(LabAccess access) {
        try (Parallel beside = new Parallel(1, session.cancellation())) {
            Parallel.join(beside.begin(() -> MachinesOff.of(access, context()))
                    .completeOnTimeout(Optional.empty(), PROVIDER_SECONDS, TimeUnit.SECONDS)).ifPresent(off -> {
                        throw off;
                    });
        }
    }

    /** A failure in one machine does not stop the others. */
    private List<Optional<Answer>> askAll(LabAccess access, List<String> machines,
                                          Map<String, LabException> failures) {
        Set<String> windows = access.windows();
        int width = machines.stream().mapToInt(String::length).max().orElse(0);
        try (Interrupts ignored = Interrupts.listen(session.cancellation(), this::say);
                Parallel all = new Parallel(machines.size(), session.cancellation())) {
            return all.map(machines, machine -> {
                try {
                    return Optional.of(ask(GuestShell.of(windows.contains(machine) ? Os.WINDOWS : Os.LINUX,
                            session.processes().verbatim(), access.workspace(), machine), width));
                } catch (LabException e) {
                    if (e.exitCode() != ExitCode.LAB_FAILED) {
                        // It concerns more than this machine.
                        throw e;
                    }
                    LabException named = LabException.labFailed(e.id(), e.what().contains(machine) ? e.what()
                            : machine + ": " + e.what(), e.advice());
                    failures.put(machine, e.why().map(named::because).orElse(named));
                    return Optional.empty();
                }
            });
        }
    }

    private Answer ask(GuestShell shell, int width) {
        String machine = shell.machine();
        List<String> words = command.size() == 1 && command.get(0).contains(" ")
                ? shell.wordsOf(command.get(0)) : command;
        Duration within = Duration.ofSeconds(timeout);
        PrintWriter lines = new ResultRenderer(session).textAtOnce();
        String prefix = machine + " ".repeat(width - machine.length()) + " | ";
        Result result = sudo
                ? shell.sudo(words, Optional.empty(), within, line -> lines.println(prefix + line),
                session.cancellation())
                : shell.run(words, Optional.empty(), within, line -> lines.println(prefix + line),
                session.cancellation());
        if (!result.ok()) {
            say(prefix + "exit code " + result.exitCode());
        }
        return new Answer(machine, result.exitCode(), result.stdout(), result.stderr());
    }

    public record Answers(List<Answer> machines) {
    }

    public record Answer(String machine, int exitCode, String stdout, String stderr) {
    }
}
