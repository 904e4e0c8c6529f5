package org.hybridlab.check.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;

/**
 * Runs checks in parallel, a thread each, since they mostly wait. A failed check waits for those that it depends on: if
 * one of them failed too, its own failure says nothing more.
 */
public final class CheckRun {
    /** Time for looks to end after Ctrl-C, or once the cluster is known to be broken. Others are abandoned. */
    private static final Duration LAST_LOOKS = Duration.ofSeconds(1);
    private static final Duration FOR_EVER = Duration.ofDays(1);
    /** Stack frames of a bug, enough to find it. */
    private static final int FRAMES = 12;

    private final CheckContext context;
    private final CheckListener listener;
    private final Map<String, CompletableFuture<CheckResult>> results = new ConcurrentHashMap<>();
    private final CompletableFuture<String> broken = new CompletableFuture<>();
    private final Set<Check> told = ConcurrentHashMap.newKeySet();
    /** Whether checks that have not begun are skipped. */
    private volatile boolean over;

    private CheckRun(CheckContext context, CheckListener listener) {
        this.context = context;
        this.listener = listener;
    }

    /**
     * @param checks each after those that it depends on
     * @throws LabException {@code interrupted} if the run was cancelled
     */
    public static CheckResults judge(List<Check> checks, CheckContext context, CheckListener listener) {
        long started = System.nanoTime();
        CheckRun run = new CheckRun(context, listener);
        ExecutorService threads = Executors.newFixedThreadPool(
                Math.max(1, Math.min(checks.size(), context.timeouts().together())));
        List<String> troubles = new ArrayList<>();
        List<CheckResult> all;
        try {
            List<CompletableFuture<CheckResult>> judged = new ArrayList<>();
            checks.forEach(check -> {
                judged.add(CompletableFuture.supplyAsync(
                        () -> context.cancellation().during(() -> run.judge(check)), threads));
                run.results.put(check.id(), judged.get(judged.size() - 1));
            });
            run.awaitAll(judged);
            all = IntStream.range(0, judged.size()).mapToObj(index -> judged.get(index).isDone()
                    ? judged.get(index).join() : run.cut(checks.get(index), since(started))).toList();
        } catch (CompletionException e) {
            throw e.getCause() instanceof LabException failure ? failure : e;
        } finally {
            threads.shutdownNow();
            // Removal of pods may fail, but results stay true.
            Stream.of(context.probes(), context.windows().probes()).forEach(probes -> context.cancellation()
                    .within(run.broken.isDone() ? LAST_LOOKS : FOR_EVER, own -> probes.end())
                    .ifPresent(trouble -> trouble.ifPresent(troubles::add)));
        }
        return new CheckResults(all, since(started), troubles);
    }

    private void awaitAll(List<CompletableFuture<CheckResult>> judged) {
        CompletableFuture<Void> all = CompletableFuture.allOf(judged.toArray(CompletableFuture[]::new));
        CompletableFuture<Void> enough = new CompletableFuture<>();
        Runnable stop = () -> enough.completeOnTimeout(null, LAST_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        try (Cancellation.Registration ignored = context.cancellation().onRequest(stop)) {
            if (context.cancellation().isRequested()) {
                stop.run();
            }
            broken.thenRun(stop);
            CompletableFuture.anyOf(all, enough).join();
        }
        over = true;
        context.cancellation().throwIfRequested();
    }

    private CheckResult cut(Check check, Duration took) {
        return told(check, new CheckResult(check.id(), check.title(), check.how(), Verdict.notJudged(
                "Not waited for, as %s fails.".formatted(broken.join()), List.of(), EvidenceSource.REAL), took));
    }

    private CheckResult told(Check check, CheckResult result) {
        if (told.add(check)) {
            listener.finished(result);
        }
        return result;
    }

    private CheckResult judge(Check check) {
        // A failed check counts as ended.
        CompletableFuture.allOf(ofThese(check.awaits()).toArray(CompletableFuture[]::new))
                .handle((none, failure) -> none).join();
        context.cancellation().throwIfRequested();
        long started = System.nanoTime();
        if (over) {
            return cut(check, Duration.ZERO);
        }
        listener.started(check);
        Verdict verdict = attributed(check, verdict(check));
        // A look that was good at once has not noticed a cancellation.
        context.cancellation().throwIfRequested();
        CheckResult result = new CheckResult(check.id(), check.title(), check.how(), verdict, since(started));
        if (verdict.outcome() == Outcome.FAILED && !check.id().contains("/")) {
            broken.complete(check.id());
        }
        return told(check, result);
    }

    /** A bug in a check costs only its own verdict. */
    private Verdict verdict(Check check) {
        try {
            AtomicBoolean cut = new AtomicBoolean();
            Verdict verdict = check.judge(context.hopelessIf(() -> {
                cut.set(!cannotHold(check) && broken.isDone());
                return cut.get() || cannotHold(check);
            }));
            return cut.get() && verdict.outcome() == Outcome.FAILED ? Verdict.notJudged(
                    "Not waited for, as %s fails. Seen: %s".formatted(broken.join(), verdict.message()),
                    verdict.evidence(), verdict.source()) : verdict;
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Verdict.notJudged(e.what(), Stream.concat(e.why().stream(), Stream.of(e.advice())).toList(),
                    EvidenceSource.REAL);
        } catch (RuntimeException | Error e) {
            return Verdict.notJudged("hybridlab could not judge it: " + e, Arrays.stream(e.getStackTrace())
                    .limit(FRAMES)
                    .map(StackTraceElement::toString).toList(), EvidenceSource.REAL);
        }
    }

    private boolean cannotHold(Check check) {
        return below(check).filter(CompletableFuture::isDone).anyMatch(CheckRun::failed);
    }

    private Verdict attributed(Check check, Verdict own) {
        if (own.outcome() != Outcome.FAILED) {
            return own;
        }
        List<String> failed = below(check).filter(CheckRun::failed).map(result -> result.join().id()).toList();
        return failed.isEmpty() ? own : Verdict.notJudged("Cannot hold while %s. Seen: %s"
                .formatted(fail(failed), own.message()), own.evidence(), own.source());
    }

    /** For example "nodes, dns and service fail". */
    private static String fail(List<String> ids) {
        int last = ids.size() - 1;
        return last == 0 ? ids.get(0) + " fails"
                : "%s and %s fail".formatted(String.join(", ", ids.subList(0, last)), ids.get(last));
    }

    private Stream<CompletableFuture<CheckResult>> below(Check check) {
        return ofThese(check.dependsOn());
    }

    private Stream<CompletableFuture<CheckResult>> ofThese(Set<String> ids) {
        return ids.stream().sorted().filter(results::containsKey).map(results::get);
    }

    private static boolean failed(CompletableFuture<CheckResult> result) {
        return result.join().verdict().outcome() == Outcome.FAILED;
    }

    private static Duration since(long started) {
        return Duration.ofNanos(System.nanoTime() - started);
    }
}
