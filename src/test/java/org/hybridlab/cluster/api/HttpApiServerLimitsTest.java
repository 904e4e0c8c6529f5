package org.hybridlab.cluster.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.http.UnhelpfulServer;
import org.hybridlab.common.http.UnhelpfulServer.Behaviour;
import org.hybridlab.common.process.Cancellation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever an API server does, each request ends within its limit. */
class HttpApiServerLimitsTest {
    private static final Duration LIMIT = Duration.ofMillis(300);
    /** How soon everything ends after it. */
    private static final Duration CTRL_C = Duration.ofSeconds(8);
    private static final Duration LATE = Duration.ofSeconds(15);
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private static Path folder;
    private static ThrowAwayIdentity identity;

    @BeforeAll
    static void identity() throws Exception {
        identity = ThrowAwayIdentity.in(folder);
    }

    /** A way to ask. */
    private enum Request {
        GET(api -> api.get("/api/v1/nodes")),
        FIND(api -> api.find("/api/v1/nodes/a")),
        APPLY(api -> api.apply("/api/v1/nodes/a", "kind: Node")),
        DELETE(api -> api.delete("/api/v1/nodes/a")),
        EXEC(api -> api.exec("default", "a", LIMIT, List.of("true")));

        private final Consumer<ApiServer> ask;

        Request(Consumer<ApiServer> ask) {
            this.ask = ask;
        }
    }

    static Stream<Arguments> everyRequestAndBehaviour() {
        return Stream.of(Request.values()).flatMap(request -> Stream.of(Behaviour.values())
                .map(behaviour -> Arguments.of(request, behaviour)));
    }

    @ParameterizedTest
    @MethodSource("everyRequestAndBehaviour")
    void endsWithinItsLimit(Request request, Behaviour behaviour) throws Exception {
        try (UnhelpfulServer server = server(behaviour)) {
            LabException failure = assertTimeoutPreemptively(LATE, () -> catchThrowableOfType(LabException.class,
                    () -> request.ask.accept(api(server, LIMIT))));
            assertThat(failure).isNotNull();
            assertThat(failure.id()).isIn("api-unreachable", "exec-failed");
        }
    }

    @ParameterizedTest
    @EnumSource(Behaviour.class)
    void isNotReadyIfItDoesNotEnd(Behaviour behaviour) throws Exception {
        try (UnhelpfulServer server = server(behaviour)) {
            assertThat(assertTimeoutPreemptively(LATE, () -> api(server, LIMIT).isReady())).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(value = Behaviour.class, names = {"SAYS_NOTHING", "DRIPS_HEADERS", "HEADERS_ONLY", "DRIPS"})
    void endsSoonAfterTheRunIsCancelled(Behaviour behaviour) throws Exception {
        for (Request request : List.of(Request.GET, Request.APPLY)) {
            assertInterrupted(behaviour, request.ask);
        }
        assertInterrupted(behaviour, api -> api.exec("default", "a", HOUR, List.of("true")));
    }

    private static void assertInterrupted(Behaviour behaviour, Consumer<ApiServer> ask) throws Exception {
        Cancellation cancellation = new Cancellation();
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(cancellation::request);
        try (UnhelpfulServer server = server(behaviour)) {
            HttpApiServer api = api(server, HOUR);
            LabException failure = assertTimeoutPreemptively(CTRL_C, () -> catchThrowableOfType(LabException.class,
                    () -> cancellation.during(() -> {
                        ask.accept(api);
                        return null;
                    })));
            assertThat(failure).isNotNull();
            assertThat(failure.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        }
    }

    @Test
    void request_afterCancellation_hasTimeToCleanUp() throws Exception {
        Cancellation cancellation = new Cancellation();
        cancellation.request();
        try (UnhelpfulServer server = server(Behaviour.HEADERS_ONLY)) {
            HttpApiServer api = api(server, HOUR);
            assertTimeoutPreemptively(LATE, () -> catchThrowableOfType(LabException.class,
                    () -> cancellation.during(() -> api.find("/api/v1/nodes/a"))));
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    private static UnhelpfulServer server(Behaviour behaviour) throws Exception {
        return new UnhelpfulServer(behaviour, identity.serverContext().getServerSocketFactory());
    }

    private static HttpApiServer api(UnhelpfulServer server, Duration limit) throws Exception {
        return new HttpApiServer(KubeConfig.parse(identity.kubeconfig("https://127.0.0.1:" + server.port())), limit);
    }
}
