package org.hybridlab.check.core;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.http.NoAnswer;
import org.hybridlab.common.http.WholeAnswer;
import org.hybridlab.common.process.Cancellation;

/** A new connection per request, since a kept one stays with its pod when endpoints change. */
public final class HttpWeb implements Web {
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final long LONGEST = 8L << 20;

    private final Duration connect;

    /** @param connect limit of the first connection; the second may take {@link #CONNECT} */
    public HttpWeb(Duration connect) {
        this.connect = connect;
    }

    @Override
    public Page get(String address, int port, String path, Duration within) {
        URI page = URI.create("http://%s:%d%s".formatted(address, port, path));
        try {
            return connected(page, within);
        } catch (IOException e) {
            Cancellation.ofThisThread().throwIfRequested();
            throw LabException.labFailed("no-answer", page + " does not answer.",
                    "See whether its pods are ready: `hybridlab kubectl LAB get pods -o wide`.")
                    .because(NoAnswer.why(e)).causedBy(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LabException.interrupted("Interrupted while " + page + " was asked.");
        }
    }

    private Page connected(URI page, Duration within) throws IOException, InterruptedException {
        try {
            return ask(page, within, connect);
        } catch (HttpConnectTimeoutException e) {
            return ask(page, within, CONNECT);
        }
    }

    private static Page ask(URI page, Duration within, Duration connect) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connect).proxy(HttpClient.Builder.NO_PROXY).build();
        HttpResponse<String> response = new WholeAnswer(within, LONGEST).to(HttpRequest.newBuilder(page).build(),
                client);
        return new Page(response.statusCode(), response.body());
    }
}
