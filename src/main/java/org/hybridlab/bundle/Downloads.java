package org.hybridlab.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;

import org.hybridlab.failure.LabException;
import org.hybridlab.process.Cancellation;

/**
 * Downloads files whose SHA-256 is known before. An interrupted one goes on where it stopped, in this run or a later
 * one, if the server can do that; else it starts again.
 */
final class Downloads {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int ATTEMPTS_WITHOUT_PROGRESS = 3;
    private static final int PARTIAL_CONTENT = 206;
    private static final int RANGE_NOT_SATISFIABLE = 416;
    private static final int BUFFER = 1 << 16;

    private final Path partials;
    private final Map<String, String> environment;
    private HttpClient client;

    /** @param partials where downloads lie until they are whole */
    Downloads(Path partials, Map<String, String> environment) {
        this.partials = partials;
        this.environment = environment;
    }

    /** Whether the server answers at all, within the time; the one probe that decides on a source. */
    boolean reaches(String url, Duration within, Cancellation cancellation) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(within)
                .method("HEAD", HttpRequest.BodyPublishers.noBody()).build();
        try {
            return client().send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw interrupted(url);
        } finally {
            cancellation.throwIfRequested();
        }
    }

    /** A small text. */
    String text(String url) {
        try {
            HttpResponse<String> response = client().send(HttpRequest.newBuilder(URI.create(url)).build(),
                    BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw refused(url, response.statusCode());
            }
            return response.body();
        } catch (IOException e) {
            throw failed(url, e);
        } catch (InterruptedException e) {
            throw interrupted(url);
        }
    }

    /**
     * Downloads to the target, which appears whole and with the right content, or not at all.
     *
     * @throws LabException {@code bundle-not-downloaded}, {@code bundle-wrong-checksum}, {@code interrupted}
     */
    void file(String url, String sha256, Path target, Fetching fetching) {
        Path partial = partials.resolve(sha256 + ".part");
        try {
            Files.createDirectories(partials);
            fill(url, partial, fetching);
            String actual = Sha256.of(partial);
            if (!actual.equals(sha256)) {
                Files.delete(partial);
                throw WrongChecksum.of(target.getFileName().toString(), url, sha256, actual);
            }
            Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void fill(String url, Path partial, Fetching fetching) throws IOException {
        int attempts = 0;
        while (true) {
            long before = size(partial);
            fetching.say((before > 0 ? "going on with " : "downloading ") + url);
            try {
                attempt(url, partial, before, fetching.cancellation());
                return;
            } catch (IOException e) {
                fetching.cancellation().throwIfRequested();
                attempts = size(partial) > before ? 1 : attempts + 1;
                if (attempts == ATTEMPTS_WITHOUT_PROGRESS) {
                    throw failed(url, e);
                }
            }
        }
    }

    private void attempt(String url, Path partial, long from, Cancellation cancellation) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (from > 0) {
            request.header("Range", "bytes=" + from + "-");
        }
        HttpResponse<InputStream> response = send(url, request.build());
        try (InputStream body = response.body();
             Cancellation.Registration ignored = cancellation.onRequest(() -> close(body))) {
            cancellation.throwIfRequested();
            if (response.statusCode() == RANGE_NOT_SATISFIABLE) {
                // The part is as long as the file, or longer: its sum tells which.
                return;
            }
            boolean goesOn = response.statusCode() == PARTIAL_CONTENT;
            if (!goesOn && response.statusCode() != 200) {
                throw refused(url, response.statusCode());
            }
            copy(body, partial, goesOn);
        }
    }

    /** Bytes are kept as they come, also when the connection breaks in the middle. */
    private static void copy(InputStream body, Path partial, boolean append) throws IOException {
        try (OutputStream out = Files.newOutputStream(partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                append ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING)) {
            byte[] buffer = new byte[BUFFER];
            for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
                out.write(buffer, 0, n);
            }
        }
    }

    private HttpResponse<InputStream> send(String url, HttpRequest request) throws IOException {
        try {
            return client().send(request, BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            throw interrupted(url);
        }
    }

    /** Made late: every command knows the bundles, few download, and the client costs a tenth of a second. */
    private synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).connectTimeout(CONNECT)
                    .proxy(new HostProxy(environment)).build();
        }
        return client;
    }

    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    private static LabException refused(String url, int status) {
        return LabException.hostNotReady("bundle-not-downloaded",
                "%s answered %d.".formatted(url, status), Advice.OTHER_SOURCES);
    }

    private static LabException failed(String url, IOException e) {
        return LabException.hostNotReady("bundle-not-downloaded", "%s could not be downloaded: %s"
                .formatted(url, e.getMessage() == null ? e : e.getMessage()), Advice.OTHER_SOURCES).causedBy(e);
    }

    private static LabException interrupted(String url) {
        Thread.currentThread().interrupt();
        return LabException.interrupted("Interrupted while " + url + " was downloaded.");
    }
}
