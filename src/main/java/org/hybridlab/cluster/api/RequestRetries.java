package org.hybridlab.cluster.api;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;

/**
 * Sends a request again that the API server could not answer just now: while it starts again, or has too much to do.
 * Only what may be sent twice goes through here. A server that has never answered is not waited for: it may be gone.
 */
final class RequestRetries {
    /** Too many requests, and what a server, or what stands before it, says while it is not well. */
    static final Set<Integer> TRANSIENT = Set.of(429, 500, 502, 503, 504);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Duration within;
    private volatile boolean answered;

    /** @param within after this no request is begun any more */
    RequestRetries(Duration within) {
        this.within = within;
    }

    /**
     * @param ask sends the request once
     * @return the first answer that is not transient, or the last one
     */
    HttpResponse<String> send(Supplier<HttpResponse<String>> ask) {
        long end = System.nanoTime() + within.toNanos();
        Duration pause = FIRST_PAUSE;
        while (true) {
            Duration next = pause;
            try {
                HttpResponse<String> response = ask.get();
                answered = true;
                next = wanted(response).orElse(pause);
                // Whether that webhook is about to start, only the cluster's pods say.
                if (!TRANSIENT.contains(response.statusCode()) || response.body().contains("failed calling webhook")
                        || isOver(end, next)) {
                    return response;
                }
            } catch (LabException e) {
                if (!answered || !e.id().equals("api-unreachable") || isOver(end, next)) {
                    throw e;
                }
            }
            // Ctrl-C reaches those who wait by the cancellation that is bound to their thread.
            Cancellation.ofThisThread().pause(next);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        }
    }

    /** Whether the server ever has. */
    boolean hasAnswered() {
        return answered;
    }

    private static boolean isOver(long end, Duration pause) {
        return System.nanoTime() + pause.toNanos() - end > 0;
    }

    /** In seconds; the other form, a moment, no API server sends. */
    private static Optional<Duration> wanted(HttpResponse<String> response) {
        return response.headers().firstValue("Retry-After").filter(value -> value.matches("\\d{1,6}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)));
    }
}
