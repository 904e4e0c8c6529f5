package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.hybridlab.artifact.bundle.Downloads.StallLimit;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.http.UnhelpfulServer;
import org.hybridlab.common.http.UnhelpfulServer.Behaviour;
import org.hybridlab.common.process.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Whatever a download site does, hybridlab does not wait for it for ever. */
class DownloadsTest {
    /** How soon everything ends after it. */
    private static final Duration CTRL_C = Duration.ofSeconds(8);
    private static final Duration LATE = Duration.ofSeconds(20);
    private static final StallLimit SOON = new StallLimit(Duration.ofMillis(300), 10_000);

    @TempDir
    private Path folder;
    private final Cancellation cancellation = new Cancellation();

    @ParameterizedTest
    @EnumSource(Behaviour.class)
    void textDownload_comesInTime_orNever(Behaviour behaviour) throws IOException {
        try (UnhelpfulServer server = new UnhelpfulServer(behaviour)) {
            LabException failure = assertTimeoutPreemptively(LATE, () -> failure(() ->
                    downloads(SOON).text(url(server), cancellation)));
            assertThat(failure).isNotNull().extracting(LabException::id).isEqualTo("bundle-not-downloaded");
        }
    }

    /** What comes at full speed and is wrong is told by its sum. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "GIGABYTE")
    void download_thatDoesNotCome_isGivenUp(Behaviour behaviour) throws IOException {
        try (UnhelpfulServer server = new UnhelpfulServer(behaviour)) {
            LabException failure = assertTimeoutPreemptively(LATE, () -> failure(() ->
                    downloads(SOON).file(url(server), "0".repeat(64), folder.resolve("file"), fetching())));
            assertThat(failure).isNotNull().extracting(LabException::id).isEqualTo("bundle-not-downloaded");
            assertThat(folder.resolve("file")).doesNotExist();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SAYS_NOTHING", "DRIPS_HEADERS", "RESETS"})
    void site_thatIsSilent_isNotReached(Behaviour behaviour) throws IOException {
        try (UnhelpfulServer server = new UnhelpfulServer(behaviour)) {
            assertThat(assertTimeoutPreemptively(LATE, () -> downloads(SOON).reaches(url(server),
                    Duration.ofMillis(300), cancellation))).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SAYS_NOTHING", "DRIPS_HEADERS", "HEADERS_ONLY", "DRIPS"})
    void download_afterCancellation_endsSoon(Behaviour behaviour) throws IOException {
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(cancellation::request);
        try (UnhelpfulServer server = new UnhelpfulServer(behaviour)) {
            LabException failure = assertTimeoutPreemptively(CTRL_C, () -> failure(() ->
                    downloads(StallLimit.USUAL).file(url(server), "0".repeat(64), folder.resolve("file"),
                            fetching())));
            assertThat(failure).isNotNull().extracting(LabException::exitCode).isEqualTo(ExitCode.INTERRUPTED);
        }
    }

    @Test
    void fullDiskIsNotTheServersFault() throws IOException {
        assumeTrue(Files.isWritable(Path.of("/dev/full")), "Linux alone has it");
        String sum = "0".repeat(64);
        Files.createSymbolicLink(Files.createDirectory(folder.resolve("partials")).resolve(sum + ".part"),
                Path.of("/dev/full"));
        try (UnhelpfulServer server = new UnhelpfulServer(Behaviour.GIGABYTE)) {
            assertNotWritable(server, sum, ".part could not be written: No space left on device");
        }
    }

    @Test
    void unwritablePlaceIsNotTheServersFault() throws IOException {
        String sum = "0".repeat(64);
        Files.createDirectories(folder.resolve("partials").resolve(sum + ".part"));
        try (UnhelpfulServer server = new UnhelpfulServer(Behaviour.GIGABYTE)) {
            assertNotWritable(server, sum, ".part could not be written");
        }
    }

    private void assertNotWritable(UnhelpfulServer server, String sum, String what) {
        LabException failure = assertTimeoutPreemptively(LATE, () -> failure(() ->
                downloads(SOON).file(url(server), sum, folder.resolve("file"), fetching())));
        assertThat(failure).isNotNull();
        assertThat(failure.id()).isEqualTo("cache-not-writable");
        assertThat(failure.what()).contains(what);
        assertThat(failure.exitCode()).isEqualTo(ExitCode.HOST_NOT_READY);
    }

    private Fetching fetching() {
        return new Fetching(line -> { }, cancellation);
    }

    private static String url(UnhelpfulServer server) {
        return "http://127.0.0.1:" + server.port() + "/file";
    }

    private Downloads downloads(StallLimit stall) {
        return new Downloads(folder.resolve("partials"), Map.of(), stall, Duration.ofMillis(300));
    }
}
