package org.hybridlab.check;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;
import static org.hybridlab.fake.Unchecked.unchecked;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import com.sun.net.httpserver.HttpServer;
import org.hybridlab.check.core.HttpWeb;
import org.hybridlab.check.core.Web;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.http.UnhelpfulServer;
import org.hybridlab.common.http.UnhelpfulServer.Behaviour;
import org.hybridlab.common.process.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HttpWebTest {
    private static final Duration LIMIT = Duration.ofMillis(400);
    /** How soon everything ends after it. */
    private static final Duration CTRL_C = Duration.ofSeconds(8);
    private static final Duration LATE = Duration.ofSeconds(10);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final HttpWeb WEB = new HttpWeb(LATE);

    @ParameterizedTest
    @EnumSource(Behaviour.class)
    void endsWithinItsLimitWhateverTheServerDoes(Behaviour behaviour) throws IOException {
        try (UnhelpfulServer server = new UnhelpfulServer(behaviour)) {
            LabException failure = assertTimeoutPreemptively(LATE, () -> failure(() ->
                    WEB.get("127.0.0.1", server.port(), "/", LIMIT)));
            assertThat(failure).isNotNull();
            assertThat(failure.id()).isEqualTo("no-answer");
        }
    }

    @ParameterizedTest
    @CsvSource({"RESETS, connection reset", "SAYS_NOTHING, no whole answer within 0.4 s"})
    void missingAnswer_isToldWithoutClassNames(Behaviour behaviour, String why) throws IOException {
        try (UnhelpfulServer server = new UnhelpfulServer(behaviour)) {
            assertThat(failure(() -> WEB.get("127.0.0.1", server.port(), "/", LIMIT)).why()).contains(why);
        }
    }

    @Test
    void closedPort_refusesTheConnection() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        assertThat(failure(() -> WEB.get("127.0.0.1", port, "/", LATE)).why()).contains("connection refused");
    }

    /** A packet that was lost is sent again only after a second; a new connection is quicker. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void connectionNotMade_isMadeAgain() throws IOException {
        whileFull(full -> {
            CompletableFuture.delayedExecutor(LIMIT.toMillis() / 2, TimeUnit.MILLISECONDS).execute(() -> accept(full));
            assertThat(assertTimeoutPreemptively(LATE, () -> new HttpWeb(LIMIT).get("127.0.0.1", full.getLocalPort(),
                    "/", HOUR))).isEqualTo(new Web.Page(204, ""));
        });
    }

    /** The two that fill it, and then whatever comes. */
    private static void accept(ServerSocket server) {
        unchecked(() -> {
            for (int connection = 0; connection < 3; connection++) {
                server.accept().getOutputStream().write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(US_ASCII));
            }
        });
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void connectionNeverMade_isGivenUp() throws IOException {
        whileFull(full -> {
            LabException failure = assertTimeoutPreemptively(LATE, () -> failure(() ->
                    new HttpWeb(LIMIT).get("127.0.0.1", full.getLocalPort(), "/", HOUR)));
            assertThat(failure.why()).contains("no answer in time");
        });
    }

    /** With a server whose queue has no room for one more connection. */
    private static void whileFull(Consumer<ServerSocket> test) throws IOException {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
             Socket first = new Socket(); Socket second = new Socket()) {
            first.connect(full.getLocalSocketAddress());
            second.connect(full.getLocalSocketAddress());
            test.accept(full);
        }
    }

    @Test
    void endsSoonAfterTheRunIsCancelled() throws IOException {
        Cancellation cancellation = new Cancellation();
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(cancellation::request);
        try (UnhelpfulServer server = new UnhelpfulServer(Behaviour.HEADERS_ONLY)) {
            LabException failure = assertTimeoutPreemptively(CTRL_C, () -> failure(() ->
                    cancellation.during(() -> WEB.get("127.0.0.1", server.port(), "/", HOUR))));
            assertThat(failure.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        }
    }

    @Test
    void leavesAServerThatIsTooSlow() throws Exception {
        try (UnhelpfulServer server = new UnhelpfulServer(Behaviour.DRIPS)) {
            assertTimeoutPreemptively(LATE, () -> failure(() -> WEB.get("127.0.0.1", server.port(), "/", LIMIT)));
            assertThat(server.isLeftByItsClient()).isTrue();
        }
    }

    @Test
    void asksOverANewConnectionEachTime() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        Set<Integer> ports = new HashSet<>();
        server.createContext("/", exchange -> {
            ports.add(exchange.getRemoteAddress().getPort());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            WEB.get("127.0.0.1", server.getAddress().getPort(), "/", LATE);
            WEB.get("127.0.0.1", server.getAddress().getPort(), "/", LATE);
        } finally {
            server.stop(0);
        }
        assertThat(ports).hasSize(2);
    }

    @Test
    void givesThePageInTheServersOwnCharset() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "text/plain; charset=ISO-8859-1");
            exchange.sendResponseHeaders(418, 1);
            exchange.getResponseBody().write(0xe4);
            exchange.close();
        });
        server.start();
        try {
            assertThat(WEB.get("127.0.0.1", server.getAddress().getPort(), "/", LATE))
                    .isEqualTo(new Web.Page(418, "ä"));
        } finally {
            server.stop(0);
        }
    }
}
