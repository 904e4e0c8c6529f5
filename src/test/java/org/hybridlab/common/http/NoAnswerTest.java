package org.hybridlab.common.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the HTTP client of Java 17 throws, with its causes. */
class NoAnswerTest {
    static Stream<Arguments> failures() {
        return Stream.of(
                arguments("connection refused", new ConnectException().initCause(new ClosedChannelException())),
                arguments("unknown host", new ConnectException().initCause(new UnresolvedAddressException())),
                arguments("network is unreachable", new ConnectException("Network is unreachable")
                        .initCause(new SocketException("Network is unreachable"))),
                arguments("no route to host", new ConnectException("No route to host")),
                arguments("no route to host", new NoRouteToHostException()),
                arguments("connection reset", new IOException("HTTP/1.1 header parser received no bytes",
                        new IOException("Connection reset by peer"))),
                arguments("connection closed", new IOException("HTTP/1.1 header parser received no bytes",
                        new EOFException("EOF reached while reading"))),
                arguments("connection closed", new IOException(new ClosedChannelException())),
                arguments("no answer in time", new HttpConnectTimeoutException("HTTP connect timed out")),
                arguments("no whole answer within 3.0 s", new HttpTimeoutException("no whole answer within 3.0 s")),
                arguments("TLS: Unrecognized SSL message", new SSLHandshakeException("Unrecognized SSL message")),
                arguments("Invalid status line: \"hello\"", new IOException("Invalid status line: \"hello\"")),
                arguments("connection failed", new IOException()));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failure_isToldInPlainWords(String words, Throwable failure) {
        assertThat(NoAnswer.why(failure)).isEqualTo(words);
    }
}
