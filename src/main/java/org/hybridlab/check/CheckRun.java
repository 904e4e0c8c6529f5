package org.hybridlab.check;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.hybridlab.check.Verdict.Outcome;
import org.hybridlab.failure.LabException;
import org.hybridlab.process.Cancellation;

/**
 * Judges checks at the same time, a thread each, as they mostly wait. A check that fails waits for what it stands on: if
 * that failed too, its own failure says nothing more about the lab.
 */
public final class CheckRun {
    /** How long looks may take to end after Ctrl-C; what has not ended then is left behind. */
    private static final Duration LAST_LOOKS = Duration.ofSeconds(1);

    private final CheckContext context;
    private final CheckListener listener;
    private final Map<String, CompletableFuture<CheckResult>> results = new ConcurrentHashMap<>();

    private CheckRun(CheckContext context, CheckListener listener) {
        this.context = context;
        this.listener = listener;
    }

    /**
     * @param checks each after those that it stands on
     * @throws LabException {@code interrupted} if the run was cancelled
     */
    public static CheckResults judge(List<Check> checks, CheckContext context, CheckListener listener) {
        long started = System.nanoTime();
        CheckRun run = new CheckRun(context, listener);
        ExecutorService threads = Executors.newFixedThreadPool(
                Math.max(1, Math.min(checks.size(), context.pace().together())));
        try {
            checks.forEach(check -> run.results.put(check.id(), CompletableFuture.supplyAsync(
                    () -> context.cancellation().during(() -> run.judge(check)), threads)));
            run.awaitAll();
            List<CheckResult> all = checks.stream().map(check -> run.results.get(check.id()).join()).toList();
            return new CheckResults(all, since(started));
        } catch (CompletionException e) {
            throw e.getCause() instanceof LabException failure ? failure : e;
        } finally {
            threads.shutdownNow();
            context.cancellation().during(() -> {
                context.probes().close();
                context.windows().probes().close();
                return null;
            });
        }
    }

    private void awaitAll() {
        CompletableFuture<Void> all = CompletableFuture.allOf(results.values().toArray(CompletableFuture[]::new));
        CompletableFuture<Void> enough = new CompletableFuture<>();
        Runnable stop = () -> enough.completeOnTimeout(null, LAST_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        try (Cancellation.Registration ignored = context.cancellation().onRequest(stop)) {
            if (context.cancellation().isRequested()) {
                stop.run();
            }
            CompletableFuture.anyOf(all, enough).join();
        }
        if (!all.isDone()) {
            context.cancellation().throwIfRequested();
        }
    }

    private CheckResult judge(Check check) {
        long started = System.nanoTime();
        listener.started(check);
        Verdict verdict = attributed(check, check.judge(context.hopelessIf(() -> cannotHold(check))));
        // A look that was good at once never waited, so it has not noticed.
        context.cancellation().throwIfRequested();
        CheckResult result = new CheckResult(check.id(), check.title(), check.how(), verdict, since(started));
        listener.finished(result);
        return result;
    }

    private boolean cannotHold(Check check) {
        return below(check).filter(CompletableFuture::isDone).anyMatch(CheckRun::failed);
    }

    private Verdict attributed(Check check, Verdict own) {
        if (own.outcome() != Outcome.FAILED) {
            return own;
        }
        List<String> failed = below(check).filter(CheckRun::failed).map(result -> result.join().id()).toList();
        return failed.isEmpty() ? own : Verdict.notJudged("Cannot hold while %s fails. Seen: %s"
                .formatted(String.join(" and ", failed), own.words()), own.evidence(), own.truth());
    }

    private Stream<CompletableFuture<CheckResult>> below(Check check) {
        return check.standsOn().stream().sorted().filter(results::containsKey).map(results::get);
    }

    private static boolean failed(CompletableFuture<CheckResult> result) {
        return result.join().verdict().outcome() == Outcome.FAILED;
    }

    private static Duration since(long started) {
        return Duration.ofNanos(System.nanoTime() - started);
    }
}
