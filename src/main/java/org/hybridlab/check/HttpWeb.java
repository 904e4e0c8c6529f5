package org.hybridlab.check;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import org.hybridlab.failure.LabException;

/** Asks by the JDK's HTTP client. */
public final class HttpWeb implements Web {
    private static final Duration CONNECT = Duration.ofSeconds(3);

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT).proxy(HttpClient.Builder.NO_PROXY).build();

    @Override
    public Page get(String address, int port, String path, Duration within) {
        URI page = URI.create("http://%s:%d%s".formatted(address, port, path));
        try {
            HttpResponse<String> response = client.send(HttpRequest.newBuilder(page).timeout(within).build(),
                    BodyHandlers.ofString());
            return new Page(response.statusCode(), response.body());
        } catch (IOException e) {
            throw LabException.labFailed("no-answer", page + " does not answer.",
                    "See whether its pods are ready: `hybridlab kubectl LAB get pods -o wide`.")
                    .because(e.toString()).causedBy(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LabException.interrupted("Interrupted while " + page + " was asked.");
        }
    }
}
