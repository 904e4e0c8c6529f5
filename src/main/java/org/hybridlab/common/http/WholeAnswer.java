package org.hybridlab.common.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.hybridlab.common.process.Cancellation;

/**
 * An HTTP answer with limits of time and size. {@link HttpRequest#timeout()} ends with the headers, so a body that
 * stalls would block {@link HttpClient#send} for ever, and an endless one would fill the memory.
 *
 * @param within from connect to the last byte
 */
public record WholeAnswer(Duration within, long longest) {
    /** Limit of requests during and after Ctrl-C. */
    public static final Duration AFTER_CTRL_C = Duration.ofMillis(500);

    /**
     * Sends the request. Ends soon after {@link Cancellation#ofThisThread} is requested.
     *
     * @throws HttpTimeoutException if the answer is incomplete in time, or the run is cancelled
     * @throws IOException if the connection breaks, or the body is too long
     */
    public HttpResponse<String> to(HttpRequest request, HttpClient client) throws IOException, InterruptedException {
        return to(request, client, Cancellation.ofThisThread());
    }

    public HttpResponse<String> to(HttpRequest request, HttpClient client, Cancellation cancellation)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(request,
                head -> new Bounded(HttpResponse.BodyHandlers.ofString().apply(head), longest));
        // A copy, since a cancel of the answer closes its connection only before it is complete.
        CompletableFuture<HttpResponse<String>> result = answer.copy();
        Runnable stop = () -> result.orTimeout(AFTER_CTRL_C.toMillis(), TimeUnit.MILLISECONDS);
        try (Cancellation.Registration ignored = cancellation.onRequest(stop)) {
            if (cancellation.isRequested()) {
                stop.run();
            }
            return result.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw late();
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private IOException failure(Throwable cause) {
        if (cause instanceof TimeoutException) {
            return late();
        }
        return cause instanceof IOException failure ? failure : new IOException(cause);
    }

    private HttpTimeoutException late() {
        return new HttpTimeoutException("no whole answer within %.1f s".formatted(within.toMillis() / 1000.0));
    }

    /** Limits the length of a body. */
    private static final class Bounded implements HttpResponse.BodySubscriber<String> {
        private final HttpResponse.BodySubscriber<String> body;
        private final long longest;
        private Flow.Subscription subscription;
        private long length;

        Bounded(HttpResponse.BodySubscriber<String> body, long longest) {
            this.body = body;
            this.longest = longest;
        }

        @Override
        public CompletionStage<String> getBody() {
            return body.getBody();
        }

        @Override
        public void onSubscribe(Flow.Subscription begun) {
            subscription = begun;
            body.onSubscribe(begun);
        }

        @Override
        public void onNext(List<ByteBuffer> part) {
            length += part.stream().mapToLong(ByteBuffer::remaining).sum();
            if (length > longest) {
                subscription.cancel();
                body.onError(new IOException("the answer is longer than %d bytes".formatted(longest)));
            } else {
                body.onNext(part);
            }
        }

        @Override
        public void onError(Throwable failure) {
            body.onError(failure);
        }

        @Override
        public void onComplete() {
            body.onComplete();
        }
    }
}
