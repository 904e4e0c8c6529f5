package org.hybridlab.common.process;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;
import org.hybridlab.common.error.LabException;

/**
 * Polls until a value is good. The only user of Awaitility. Ends on cancellation and interrupts, which Awaitility
 * ignores.
 *
 * @param what the expected sentence, for example "node1 is Ready"
 * @param failureId id of the failure at the time limit
 * @param ofHost whether the host is the cause, not the lab
 */
public record Wait(String what, Duration within, Duration every, String failureId, String advice,
                   boolean ofHost) {
    private static final Duration OFTEN = Duration.ofMillis(250);

    /** Looks every 250 ms. Fails as {@code wait-timed-out}. */
    public static Wait until(String what, Duration within) {
        return new Wait(what, within, OFTEN, "wait-timed-out",
                "Run the same command again to wait on. `hybridlab logs LAB MACHINE` shows what a machine says "
                        + "meanwhile.", false);
    }

    public Wait every(Duration pause) {
        return new Wait(what, within, pause, failureId, advice, ofHost);
    }

    public Wait orFail(String id, String newAdvice) {
        return new Wait(what, within, every, id, newAdvice, false);
    }

    /** The same for a failure of the host (exit 3). */
    public Wait orHostFails(String id, String newAdvice) {
        return new Wait(what, within, every, id, newAdvice, true);
    }

    /**
     * A look that throws a {@link LabException} counts as "not yet".
     *
     * @param words what was seen, for the failure
     * @return the first good value
     * @throws LabException with {@link #failureId} and the last value, or {@code interrupted}
     */
    public <T> T that(Supplier<T> look, Predicate<? super T> good, Function<? super T, String> words,
                      Cancellation cancellation) {
        ProbeCache<T> looks = new ProbeCache<>(look, good, words);
        Thread waiting = Thread.currentThread();
        try {
            Awaitility.await(what).pollDelay(Duration.ZERO).pollInterval(every).atMost(within)
                    .failFast("cancelled", () -> cancellation.isRequested() || waiting.isInterrupted())
                    .until(() -> cancellation.during(looks::good));
            return looks.value.get();
        } catch (TerminalFailureException e) {
            // After a time limit, the caller shows what was waited for.
            throw LabException.interrupted("Interrupted while waiting until " + what + ".").causedBy(failure(
                    "It did not become true that %s.".formatted(what), looks));
        } catch (ConditionTimeoutException e) {
            throw failure("Waited %s, but it did not become true that %s.".formatted(readable(within), what), looks);
        }
    }

    private LabException failure(String told, ProbeCache<?> looks) {
        return (ofHost ? LabException.hostNotReady(failureId, told, advice)
                : LabException.labFailed(failureId, told, advice)).because("Last seen: " + looks.seen.get());
    }

    private static String readable(Duration duration) {
        return duration.toSeconds() >= 120 ? duration.toMinutes() + " min" : duration.toMillis() / 1000.0 + " s";
    }

    /** Awaitility calls from another thread. */
    private static final class ProbeCache<T> {
        private final Supplier<T> look;
        private final Predicate<? super T> good;
        private final Function<? super T, String> words;
        private final AtomicReference<T> value = new AtomicReference<>();
        private final AtomicReference<String> seen = new AtomicReference<>("nothing yet");

        ProbeCache(Supplier<T> look, Predicate<? super T> good, Function<? super T, String> words) {
            this.look = look;
            this.good = good;
            this.words = words;
        }

        boolean good() {
            try {
                T now = look.get();
                value.set(now);
                seen.set(words.apply(now));
                return good.test(now);
            } catch (LabException e) {
                if (e.isInterruption()) {
                    throw e;
                }
                seen.set(e.what() + e.why().map(why -> " " + why).orElse(""));
                return false;
            }
        }
    }
}
