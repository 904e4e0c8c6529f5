package org.hybridlab.cluster.api;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;

/**
 * Repeats a request while the API server restarts or is busy. Only for requests that may be sent twice. Does not wait
 * for a server that has never answered.
 */
final class RequestRetries {
    /** Too many requests, and answers of a server or proxy that is not well. */
    static final Set<Integer> TRANSIENT = Set.of(429, 500, 502, 503, 504);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Duration within;
    private volatile boolean answered;

    /** @param within the last moment to begin a request */
    RequestRetries(Duration within) {
        this.within = within;
    }

    /** @return the first answer that is not transient, or the last one */
    HttpResponse<String> send(Supplier<HttpResponse<String>> ask) {
        long end = System.nanoTime() + within.toNanos();
        Duration pause = FIRST_PAUSE;
        while (true) {
            Duration next = pause;
            try {
                HttpResponse<String> response = ask.get();
                answered = true;
                next = wanted(response).orElse(pause);
                // Only the cluster's pods say whether that webhook is starting.
                if (!TRANSIENT.contains(response.statusCode()) || response.body().contains("failed calling webhook")
                        || HttpApiServer.isUnfit(response) || isOver(end, next)) {
                    return response;
                }
            } catch (LabException e) {
                if (!answered || !e.id().equals("api-unreachable") || isOver(end, next)) {
                    throw e;
                }
            }
            // The cancellation of this thread ends the pause on Ctrl-C.
            Cancellation.ofThisThread().pause(next);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        }
    }

    boolean hasAnswered() {
        return answered;
    }

    private static boolean isOver(long end, Duration pause) {
        return System.nanoTime() + pause.toNanos() - end > 0;
    }

    /** Seconds. API servers do not send the date form. */
    private static Optional<Duration> wanted(HttpResponse<String> response) {
        return response.headers().firstValue("Retry-After").filter(value -> value.matches("\\d{1,6}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)));
    }
}
