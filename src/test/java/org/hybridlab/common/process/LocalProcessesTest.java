package org.hybridlab.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LocalProcessesTest {
    @TempDir
    Path folder;
    private final LocalProcesses processes = new LocalProcesses(Duration.ofSeconds(1));
    private final Cancellation cancellation = new Cancellation();

    @Test
    void bothOutputsAndTheExitCodeAreReported() {
        Result result = run(Command.of("sh", "-c", "echo out; echo err >&2; exit 7"));
        assertThat(result.exitCode()).isEqualTo(7);
        assertThat(result.stdout()).isEqualTo("out\n");
        assertThat(result.stderr()).isEqualTo("err\n");
        assertThat(failure(() -> result.orFail("it-failed", "It failed.", "Try again.")).why())
                .hasValueSatisfying(why -> assertThat(why).contains("exited with 7", "out", "err"));
    }

    @Test
    void linesArriveWhileTheCommandRuns() {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Result> result = CompletableFuture.supplyAsync(() -> processes.run(
                Command.of("sh", "-c", "echo first; while [ ! -e go ]; do sleep 0.05; done; echo second").in(folder),
                lines::add, cancellation));
        Awaitility.await("the first line").until(() -> lines.contains("first"));
        assertThat(result).isNotDone();
        write("go", "");
        assertThat(result.join().stdout()).isEqualTo("first\nsecond\n");
        assertThat(lines).containsExactly("first", "second");
    }

    @Test
    void nothingToReadIsAnImmediateEnd() {
        assertThat(run(Command.of("cat")).stdout()).isEmpty();
    }

    @Test
    void laterText_comesWhileTheCommandRuns() {
        CompletableFuture<String> text = new CompletableFuture<>();
        CompletableFuture<Result> result = CompletableFuture.supplyAsync(() ->
                run(Command.of("sh", "-c", "touch begun; cat").in(folder).stdinLater(text)));
        Awaitility.await("it runs").until(() -> Files.exists(folder.resolve("begun")));
        assertThat(result).isNotDone();
        text.complete("later\n");
        assertThat(result.join().stdout()).isEqualTo("later\n");
    }

    @Test
    void command_thatEndsBeforeItsLaterText_isNotWaitedFor() {
        assertThat(run(Command.of("true").stdinLater(new CompletableFuture<>())).ok()).isTrue();
    }

    @Test
    void textAndFilesAreReadByteByByte() throws IOException {
        assertThat(run(Command.of("cat").stdin("caf\u00e9\n")).stdout()).isEqualTo("caf\u00e9\n");
        byte[] bytes = new byte[3_000_000];
        new java.util.Random(1).nextBytes(bytes);
        Path from = Files.write(folder.resolve("from"), bytes);
        Path to = folder.resolve("to");
        assertThat(run(Command.of("cat").stdinFrom(from).stdoutTo(to)).stdout()).isEmpty();
        assertThat(to).hasBinaryContent(bytes);
    }

    /** Linux has a file that is always full. */
    @ParameterizedTest
    @ValueSource(strings = {"echo short", "head -c 3000000 /dev/zero"})
    void fullDisk_fails_alsoIfChildEndsWell(String child) {
        assumeThat(Path.of("/dev/full")).exists();

        LabException failure = failure(() ->
                run(Command.of("sh", "-c", child).stdoutTo(Path.of("/dev/full")).timeout(Duration.ofSeconds(20))));
        assertThat(failure.id()).isEqualTo("file-not-written");
        assertThat(failure.what()).contains("/dev/full", "No space left");
    }

    @Test
    void files_areReadInTheirOrder() throws IOException {
        Path one = Files.writeString(folder.resolve("one"), "first ");
        Path two = Files.writeString(folder.resolve("two"), "second");

        assertThat(run(Command.of("cat").stdinFrom(List.of(one, two, one))).stdout()).isEqualTo("first secondfirst \n");
        assertThat(run(Command.of("cat").stdin("before ").stdinFrom(List.of(two))).stdout())
                .isEqualTo("before second\n");
        Command gone = Command.of("cat").stdinFrom(List.of(one, folder.resolve("gone")));
        assertThatThrownBy(() -> run(gone)).isInstanceOf(LabException.class);
    }

    @Test
    void muchOutputOnBothSidesBlocksNobody() {
        Result result = run(Command.of("sh", "-c", "seq 1 100000; seq 1 100000 >&2"));
        assertThat(result.stdout()).hasLineCount(100_000);
        assertThat(result.stderr()).hasLineCount(100_000);
    }

    @Test
    void daemon_holdingTheOutput_isNotWaitedFor() {
        long started = System.nanoTime();
        Result result = run(Command.of("sh", "-c", "sleep 40 & echo $!"));
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(20));
        ProcessHandle.of(Long.parseLong(result.stdout().strip())).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void aTimeoutEndsTheWholeTree() {
        Command command = Command.of("sh", "-c", "trap '' INT; sleep 300 & echo $! > child; wait; sleep 300")
                .in(folder).timeout(Duration.ofSeconds(1));
        // Deaf to INT, so that only the killing of the tree can end it.
        LabException e = failure(() -> run(command));
        assertThat(e.id()).isEqualTo("timed-out");
        assertThat(e.what()).contains("sh", "1 s");
        Awaitility.await("the grandchild ends").until(() -> !isAlive(read("child")));
    }

    @Test
    void program_inOwnSession_getsNoCtrlC() {
        Result result = run(Command.of("sh", "-c", "echo $$ && cut -d ' ' -f 6 /proc/$$/stat; exit 7").inOwnSession());
        assertThat(result.stdout().lines().distinct()).as("process and session").hasSize(1);
        assertThat(result.exitCode()).isEqualTo(7);
        assertThat(failure(() -> run(Command.of("no-such-program").inOwnSession())).id()).isEqualTo("program-missing");
    }

    @Test
    void cancellation_interruptsChild_andLetsItCleanUp() {
        Command command = Command.of("sh", "-c",
                "trap 'sleep 0.2; echo clean > cleaned; exit 1' INT; echo > ready; while :; do sleep 0.05; done")
                .in(folder);
        CompletableFuture<Result> result = CompletableFuture.supplyAsync(() -> run(command));
        Awaitility.await("it runs").until(() -> Files.exists(folder.resolve("ready")));
        cancellation.request();
        assertThatThrownBy(result::join).cause().isInstanceOfSatisfying(LabException.class,
                e -> assertThat(e.exitCode()).isEqualTo(ExitCode.INTERRUPTED));
        assertThat(folder.resolve("cleaned")).as("run() returns only after the child has ended").exists();
    }

    @Test
    void whatAnInterruptedChildLeftBehindEndsToo() {
        Command command = Command.of("sh", "-c",
                "trap 'exit 1' INT; sleep 300 & echo $! > child; while :; do sleep 0.05; done").in(folder);
        CompletableFuture<Result> result = CompletableFuture.supplyAsync(() -> run(command));
        Awaitility.await("it runs").until(() -> Files.exists(folder.resolve("child")) && !read("child").isBlank());
        cancellation.request();
        assertThatThrownBy(result::join).hasCauseInstanceOf(LabException.class);
        Awaitility.await("the orphan ends").until(() -> !isAlive(read("child")));
    }

    @Test
    void aSecondRequestKillsAtOnce() {
        Command command = Command.of("sh", "-c", "trap '' INT; echo > ready; while :; do sleep 0.05; done").in(folder);
        LocalProcesses patient = new LocalProcesses(Duration.ofMinutes(5));
        CompletableFuture<Result> result = CompletableFuture.supplyAsync(
                () -> patient.run(command, cancellation));
        Awaitility.await("it runs").until(() -> Files.exists(folder.resolve("ready")));
        cancellation.request();
        assertThat(result).isNotDone();
        long asked = System.nanoTime();
        cancellation.request();
        assertThatThrownBy(result::join).hasCauseInstanceOf(LabException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void nothingStartsAfterARequest() {
        cancellation.request();
        assertThatThrownBy(() -> run(Command.of("touch", "started").in(folder))).isInstanceOf(LabException.class);
        assertThat(folder.resolve("started")).doesNotExist();
    }

    @Test
    void aMissingProgramIsNamedAsSuch() {
        LabException e = failure(() -> run(Command.of("no-such-program-here")));
        assertThat(e.id()).isEqualTo("program-missing");
        assertThat(e.what()).contains("no-such-program-here");
        assertThat(e.exitCode()).isEqualTo(ExitCode.HOST_NOT_READY);
    }

    /** `setup` alone does not install what makes bundles. */
    @Test
    void missingGo_isSetUpWithBoxTools() {
        assertThat(LocalProcesses.missing(List.of("go", "env")).advice()).startsWith("Run `hybridlab setup --box`, or");
        assertThat(LocalProcesses.missing(List.of("virsh")).advice()).startsWith("Run `hybridlab setup`, or");
    }

    @Test
    void failures_holdNeitherStdinNorEnvironment() {
        Command command = Command.of("sh", "-c", "cat > /dev/null; sleep 300").stdin("s3cret-in").env("V", "s3cret-env")
                .timeout(Duration.ofMillis(300));
        assertThatThrownBy(() -> run(command)).satisfies(LocalProcessesTest::tellsNoSecret);
        assertThatThrownBy(() -> run(command.words(List.of("no-such-program-here"))))
                .satisfies(LocalProcessesTest::tellsNoSecret);
        assertThatThrownBy(() -> run(command.words(List.of("sh", "-c", "exit 3"))).orFail("id", "what", "advice"))
                .satisfies(LocalProcessesTest::tellsNoSecret);
    }

    private static void tellsNoSecret(Throwable thrown) {
        java.io.StringWriter all = new java.io.StringWriter();
        thrown.printStackTrace(new java.io.PrintWriter(all));
        if (thrown instanceof LabException e) {
            all.write(e.what() + e.why() + e.advice());
        }
        assertThat(all.toString()).doesNotContain("s3cret");
    }

    private Result run(Command command) {
        return processes.run(command, cancellation);
    }

    private static boolean isAlive(String pid) {
        return ProcessHandle.of(Long.parseLong(pid.strip())).map(ProcessHandle::isAlive).orElse(false);
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void write(String name, String text) {
        try {
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
