package org.hybridlab.cluster.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.http.NoAnswer;
import org.hybridlab.common.http.WholeAnswer;
import org.hybridlab.common.process.Cancellation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code kubectl exec} as a WebSocket. Each message starts with its channel: 1 and 2 are stdout and stderr, 3 is a
 * Status with the exit code (k8s.io/apimachinery, package remotecommand, version 4).
 */
final class PodExec {
    private static final String PROTOCOL = "v4.channel.k8s.io";
    private static final int ERRORS = 2;
    private static final int STATUS = 3;
    private static final int LONGEST = 16 << 20;

    private final HttpClient client;
    private final URI server;

    PodExec(HttpClient client, URI server) {
        this.client = client;
        this.server = server;
    }

    ExecResult run(String namespace, String pod, Optional<String> container, Duration within, List<String> command) {
        Cancellation cancellation = Cancellation.ofThisThread();
        Channels channels = new Channels();
        CompletableFuture<WebSocket> opened = client.newWebSocketBuilder().subprotocols(PROTOCOL)
                .connectTimeout(within).buildAsync(address(namespace, pod, container, command), channels);
        opened.whenComplete((socket, failure) -> {
            if (failure != null) {
                channels.result.completeExceptionally(failure);
            }
        });
        Runnable stop = () -> channels.result.orTimeout(WholeAnswer.AFTER_CTRL_C.toMillis(), TimeUnit.MILLISECONDS);
        try (Cancellation.Registration ignored = cancellation.onRequest(stop)) {
            if (cancellation.isRequested()) {
                stop.run();
            }
            return channels.result.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            cancellation.throwIfRequested();
            throw failed(pod, command, reason(e.getCause()), e);
        } catch (TimeoutException e) {
            cancellation.throwIfRequested();
            throw failed(pod, command, "no end within " + within.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LabException.interrupted("Interrupted while a command ran in pod " + pod + ".");
        } finally {
            // Aborts a connection that opens after the time limit too.
            opened.thenAccept(WebSocket::abort);
        }
    }

    private URI address(String namespace, String pod, Optional<String> container, List<String> command) {
        StringBuilder query = new StringBuilder("stdout=true&stderr=true");
        container.ifPresent(name -> query.append("&container=").append(name));
        for (String word : command) {
            query.append("&command=").append(URLEncoder.encode(word, StandardCharsets.UTF_8));
        }
        return URI.create("wss://%s/api/v1/namespaces/%s/pods/%s/exec?%s"
                .formatted(server.getAuthority(), namespace, pod, query));
    }

    private static String reason(Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        return cause instanceof WebSocketHandshakeException refused
                ? "the API server answered %d: %s".formatted(refused.getResponse().statusCode(),
                        refused.getResponse().body())
                : NoAnswer.why(cause);
    }

    private static LabException failed(String pod, List<String> command, String why, Exception cause) {
        return LabException.labFailed("exec-failed", "The command `%s` could not be run in pod %s."
                .formatted(String.join(" ", command), pod), "Its node's kubelet runs it: see "
                + "`hybridlab logs LAB MACHINE`.").because(why).causedBy(cause);
    }

    /** Collects the channels. {@link WebSocket.Listener} calls it by one thread at a time. */
    private static final class Channels implements WebSocket.Listener {
        private final CompletableFuture<ExecResult> result = new CompletableFuture<>();
        private final ByteArrayOutputStream output = new ByteArrayOutputStream();
        private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        private final ByteArrayOutputStream message = new ByteArrayOutputStream();
        private long received;

        @Override
        public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            received += bytes.length;
            if (received > LONGEST) {
                result.completeExceptionally(new IOException("more than %d bytes of output".formatted(LONGEST)));
                socket.abort();
                return null;
            }
            message.writeBytes(bytes);
            if (last && message.size() > 0) {
                complete(message.toByteArray());
                message.reset();
            }
            socket.request(1);
            return null;
        }

        private void complete(byte[] whole) {
            if (whole[0] == STATUS) {
                JsonNode status = JsonMapper.shared().readTree(new String(whole, 1, whole.length - 1,
                        StandardCharsets.UTF_8));
                result.complete(new ExecResult(exitCode(status), text(status),
                        output.toString(StandardCharsets.UTF_8)));
            } else {
                (whole[0] == ERRORS ? errors : output).write(whole, 1, whole.length - 1);
            }
        }

        private static int exitCode(JsonNode status) {
            if (status.path("status").asString("").equals("Success")) {
                return 0;
            }
            for (JsonNode cause : status.path("details").path("causes")) {
                if (cause.path("reason").asString("").equals("ExitCode")) {
                    return Integer.parseInt(cause.path("message").asString("1"));
                }
            }
            return 1;
        }

        private String text(JsonNode status) {
            String written = output.toString(StandardCharsets.UTF_8) + errors.toString(StandardCharsets.UTF_8);
            return written.isBlank() ? status.path("message").asString("") : written;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            result.completeExceptionally(new IllegalStateException("closed without a status: " + code + " " + reason));
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            result.completeExceptionally(error);
        }
    }
}
