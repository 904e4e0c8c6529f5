package org.hybridlab.service.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.common.process.Wait;
import org.hybridlab.diagnose.Diagnosis;
import org.hybridlab.diagnose.Diagnosis.Fix;
import org.hybridlab.diagnose.Finding;
import org.hybridlab.service.context.ServiceContext;

/** Runs the commands of findings that are safe to fix, then diagnoses again. */
public final class SafeFixes {
    /** An {@code up} may wait for apps. */
    private static final Duration LONGEST_COMMAND = Duration.ofHours(2);
    private static final Duration LONGEST_LOOK = Duration.ofMinutes(10);
    private static final Set<String> JUDGES = Set.of("up", "resume");

    private final ServiceContext context;
    private final Duration settling;
    private final Duration pause;
    private final Set<String> done = new HashSet<>();
    private final List<Fix> fixed = new ArrayList<>();

    public SafeFixes(ServiceContext context) {
        this(context, Duration.ofMinutes(1), Duration.ofSeconds(2));
    }

    /** @param settling time for pods to reach the new state */
    public SafeFixes(ServiceContext context, Duration settling, Duration pause) {
        this.context = context;
        this.settling = settling;
        this.pause = pause;
    }

    /**
     * @param remaining result of the last look
     * @param failure of a command, which ended the fixes
     */
    public record FixResult(Diagnosis remaining, Optional<LabException> failure) {
        public ExitCode exitCode() {
            return failure.map(LabException::exitCode).orElse(remaining.exitCode());
        }
    }

    public static List<Finding> in(Diagnosis diagnosis) {
        return diagnosis.findings().stream().filter(Finding::safe).toList();
    }

    /**
     * Runs commands in order, without a shell, each once.
     *
     * @throws LabException {@code interrupted}
     */
    public FixResult fix(List<Finding> findings, Supplier<Diagnosis> look) {
        Optional<LabException> failure = findings.stream().map(this::fix).flatMap(Optional::stream).findFirst();
        failure.ifPresent(context.listener()::failed);
        List<Finding> cured = findings.stream().filter(this::isFixed).toList();
        Supplier<Diagnosis> later = () -> look.get().withoutHistory(cured);
        Diagnosis remaining = failure.isPresent() ? later.get() : settled(later);
        return new FixResult(remaining.after(fixed), failure);
    }

    private boolean isFixed(Finding finding) {
        return fixed.stream().anyMatch(fix -> fix.id().equals(finding.id()) && fix.place().equals(finding.place())
                && fix.exitCode() == 0);
    }

    private Optional<LabException> fix(Finding finding) {
        int exitCode = 0;
        Optional<LabException> failure = Optional.empty();
        for (String command : finding.commands()) {
            if (!done.contains(command)) {
                String line = withoutChecks(command);
                exitCode = run(line);
                if (exitCode != 0) {
                    failure = Optional.of(failure(finding, line, exitCode));
                    break;
                }
                done.add(command);
            }
        }
        fixed.add(new Fix(finding.id(), finding.place(), finding.commands(), exitCode));
        return failure;
    }

    /** Skips checks, which may fail until the next command, or until an exercise is done. */
    private static String withoutChecks(String command) {
        return JUDGES.contains(ShellQuoting.split(command).get(1)) ? command + " --no-checks" : command;
    }

    /** Without {@code --yes}: `up` may want to destroy something that the user was not asked about. */
    private int run(String command) {
        context.listener().message("+ " + command);
        List<String> words = new ArrayList<>(ShellQuoting.split(command));
        words.set(0, context.home().resolve(System.getProperty("os.name").startsWith("Windows") ? "hybridlab.cmd"
                : "hybridlab").toString());
        Command call = Command.of(words).in(context.directory()).env("HYBRIDLAB_YES", "false")
                .env("HYBRIDLAB_TERMINAL", "0").timeout(LONGEST_COMMAND).inOwnSession();
        return context.processes().run(context.approval().trustsEveryLab() ? call.env("HYBRIDLAB_TRUST", "true")
                : call, line -> context.listener().message("  " + line), context.cancellation()).exitCode();
    }

    private static LabException failure(Finding finding, String command, int exitCode) {
        String what = "%s ended with %d, so %s on %s is not fixed.".formatted(command, exitCode, finding.id(),
                finding.place());
        String advice = "Read what it said above. hybridlab ran no further command.";
        // kubectl has its own exit codes.
        ExitCode code = command.startsWith("hybridlab kubectl ") ? ExitCode.LAB_FAILED
                : Arrays.stream(ExitCode.values()).filter(one -> one.number() == exitCode).findFirst()
                .orElse(ExitCode.LAB_FAILED);
        return switch (code) {
            case INVALID -> LabException.invalid("fix-refused", what, advice);
            case HOST_NOT_READY -> LabException.hostNotReady("fix-host-not-ready", what, advice);
            case NOT_JUDGED -> LabException.notJudged("fix-not-judged", what, advice);
            default -> LabException.labFailed("fix-failed", what, advice);
        };
    }

    /** Returns the last look, even if it does not settle. */
    private Diagnosis settled(Supplier<Diagnosis> look) {
        long end = System.nanoTime() + settling.toNanos();
        return Wait.until("the lab shows what the commands did", settling.plus(LONGEST_LOOK)).every(pause).that(look,
                seen -> isSettled(seen) || System.nanoTime() >= end, seen -> String.join("; ", seen.unwell()),
                context.cancellation());
    }

    /** A remaining finding may explain what is not well. */
    private boolean isSettled(Diagnosis seen) {
        boolean gone = seen.findings().stream().noneMatch(finding -> fixed.stream().anyMatch(fix ->
                fix.id().equals(finding.id()) && fix.place().equals(finding.place())));
        return gone && (seen.unwell().isEmpty() || !seen.findings().isEmpty());
    }
}
