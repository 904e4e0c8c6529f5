package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.http.NoAnswer;
import org.hybridlab.common.http.WholeAnswer;
import org.hybridlab.common.process.Cancellation;

/** Downloads files of known SHA-256. Continues an interrupted download, even of an earlier run, if the server can. */
final class Downloads {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int ATTEMPTS_WITHOUT_PROGRESS = 3;
    private static final int PARTIAL_CONTENT = 206;
    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;
    private static final int RANGE_NOT_SATISFIABLE = 416;
    private static final Duration TEXT = Duration.ofSeconds(60);
    private static final long LONGEST_TEXT = 4L << 20;
    /** hybridlab's largest file has some hundred megabytes. */
    private static final long LARGEST = 4L << 30;
    private static final long OFTEN_MILLIS = 100;

    private final Path partials;
    private final Map<String, String> environment;
    private final StallLimit stall;
    private final Duration text;
    private HostProxy proxy;
    private HttpClient client;

    /** @param partials folder of incomplete downloads */
    Downloads(Path partials, Map<String, String> environment) {
        this(partials, environment, StallLimit.USUAL, TEXT);
    }

    /** @param text time limit of a small text */
    Downloads(Path partials, Map<String, String> environment, StallLimit stall, Duration text) {
        this.partials = partials;
        this.environment = environment;
        this.stall = stall;
        this.text = text;
    }

    /** Whether the server answers in time. Used once, to choose a source. */
    boolean reaches(String url, Duration within, Cancellation cancellation) {
        HttpRequest request = request(url).method("HEAD", HttpRequest.BodyPublishers.noBody()).build();
        try {
            return answer(request, within, cancellation).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw interrupted(url);
        } finally {
            cancellation.throwIfRequested();
        }
    }

    String text(String url, Cancellation cancellation) {
        try {
            HttpResponse<String> response = answer(request(url).build(), text, cancellation);
            if (response.statusCode() != 200) {
                throw refused(url, response.statusCode());
            }
            return response.body();
        } catch (IOException e) {
            cancellation.throwIfRequested();
            throw failed(url, e);
        } catch (InterruptedException e) {
            throw interrupted(url);
        }
    }

    private HttpResponse<String> answer(HttpRequest request, Duration within, Cancellation cancellation)
            throws IOException, InterruptedException {
        return new WholeAnswer(within, LONGEST_TEXT).to(request, client(), cancellation);
    }

    /**
     * The target appears complete and verified, or not at all.
     *
     * @throws LabException {@code bundle-not-downloaded}, {@code bundle-wrong-checksum}, {@code cache-not-writable},
     * {@code interrupted}
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
            throw CacheFolder.notWritable(partial, e);
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
                attempts = size(partial) - before >= stall.bytes() ? 1 : attempts + 1;
                if (attempts == ATTEMPTS_WITHOUT_PROGRESS) {
                    throw failed(url, e);
                }
            }
        }
    }

    private void attempt(String url, Path partial, long from, Cancellation cancellation) throws IOException {
        HttpRequest.Builder request = request(url);
        if (from > 0) {
            request.header("Range", "bytes=" + from + "-");
        }
        AtomicReference<FileBodySubscriber> arrival = new AtomicReference<>();
        CompletableFuture<HttpResponse<Void>> answer = client().sendAsync(request.build(),
                head -> body(head.statusCode(), partial, arrival));
        try {
            int status = await(url, answer, () -> arrival.get() == null ? from : arrival.get().length(), from,
                    cancellation);
            // The part has at least the file's length. Its sum decides.
            if (status != RANGE_NOT_SATISFIABLE && status != PARTIAL_CONTENT && status != 200) {
                throw refused(url, status);
            }
        } finally {
            answer.cancel(true);
            if (arrival.get() != null) {
                arrival.get().close();
            }
        }
    }

    private static HttpResponse.BodySubscriber<Void> body(int status, Path partial,
            AtomicReference<FileBodySubscriber> arrival) {
        if (status != PARTIAL_CONTENT && status != 200) {
            return HttpResponse.BodySubscribers.replacing(null);
        }
        try {
            arrival.set(new FileBodySubscriber(partial, status == PARTIAL_CONTENT, LARGEST));
            return arrival.get();
        } catch (IOException e) {
            throw CacheFolder.notWritable(partial, e);
        }
    }

    /** @return the status, once the body is complete */
    private int await(String url, CompletableFuture<HttpResponse<Void>> answer, LongSupplier length, long from,
                      Cancellation cancellation) throws IOException {
        StallLimit.Watch watch = stall.watch(from);
        while (true) {
            try {
                int status = answer.get(OFTEN_MILLIS, TimeUnit.MILLISECONDS).statusCode();
                cancellation.throwIfRequested();
                return status;
            } catch (TimeoutException e) {
                cancellation.throwIfRequested();
                watch.look(length.getAsLong());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof LabException unwritten) {
                    throw unwritten;
                }
                throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
            } catch (InterruptedException e) {
                throw interrupted(url);
            }
        }
    }

    /** Lazy: a client costs a tenth of a second, and few commands download. */
    private synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).connectTimeout(CONNECT)
                    .proxy(proxy()).build();
        }
        return client;
    }

    private synchronized HostProxy proxy() {
        if (proxy == null) {
            proxy = new HostProxy(environment);
        }
        return proxy;
    }

    private HttpRequest.Builder request(String url) {
        return proxy().request(URI.create(url));
    }

    private static long size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    private LabException refused(String url, int status) {
        Optional<LabException> byProxy = proxy().loginRefused(URI.create(url))
                .filter(any -> status == PROXY_AUTHENTICATION_REQUIRED);
        return byProxy.isPresent() ? byProxy.get() : LabException.hostNotReady("bundle-not-downloaded",
                "%s answered %d.".formatted(url, status), Advice.OTHER_SOURCES);
    }

    private static LabException failed(String url, IOException e) {
        return LabException.hostNotReady("bundle-not-downloaded", "%s could not be downloaded: %s"
                .formatted(url, NoAnswer.why(e)), Advice.OTHER_SOURCES).causedBy(e);
    }

    private static LabException interrupted(String url) {
        Thread.currentThread().interrupt();
        return LabException.interrupted("Interrupted while " + url + " was downloaded.");
    }

    /** When a download counts as stalled. */
    record StallLimit(Duration within, long bytes) {
        /** A kilobyte a second. */
        static final StallLimit USUAL = new StallLimit(Duration.ofSeconds(60), 60_000);

        Watch watch(long from) {
            return new Watch(this, from);
        }

        static final class Watch {
            private final StallLimit stall;
            private long since = System.nanoTime();
            private long before;

            private Watch(StallLimit stall, long from) {
                this.stall = stall;
                this.before = from;
            }

            /** @throws IOException if it has stalled */
            void look(long length) throws IOException {
                if (length - before >= stall.bytes) {
                    since = System.nanoTime();
                    before = length;
                } else if (System.nanoTime() - since > stall.within.toNanos()) {
                    throw new IOException("%d bytes came in %d s".formatted(length - before, stall.within.toSeconds()));
                }
            }
        }
    }
}
