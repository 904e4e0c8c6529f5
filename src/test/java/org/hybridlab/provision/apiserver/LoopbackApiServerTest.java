package org.hybridlab.provision.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts stand in for etcd and the API server. The real ones end within a second of INT. */
class LoopbackApiServerTest {
    private static final String FOR_EVER = "trap '' INT; while :; do /bin/sleep 0.1; done";
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path programs;
    private final Cancellation cancellation = new Cancellation();

    @Test
    void apiServer_endingAtOnce_isToldInItsWords() throws IOException {
        program("etcd", FOR_EVER);
        program("kube-apiserver", "echo 'invalid service range'; exit 1");

        LabException failure = failure(HOUR);

        assertThat(failure.id()).isEqualTo("api-server-not-started");
        assertThat(failure.exitCode()).isEqualTo(ExitCode.HOST_NOT_READY);
        assertThat(failure.why()).hasValueSatisfying(why -> assertThat(why).contains("invalid service range"));
        assertNothingIsLeft("etcd");
    }

    @Test
    void silentServer_afterItsTime_isEnded() throws IOException {
        program("etcd", FOR_EVER);
        program("kube-apiserver", FOR_EVER);

        assertThat(failure(Duration.ofSeconds(1)).id()).isEqualTo("api-server-not-started");
        assertNothingIsLeft("etcd", "kube-apiserver");
    }

    @Test
    void interruption_beforeServerAnswers_leavesNothing() throws IOException {
        program("etcd", FOR_EVER);
        program("kube-apiserver", FOR_EVER);
        CompletableFuture<LabException> failure = CompletableFuture.supplyAsync(() -> failure(HOUR));
        await().until(() -> Files.exists(programs.resolve("kube-apiserver.told")));

        cancellation.request();

        assertThat(failure.join().isInterruption()).isTrue();
        assertNothingIsLeft("etcd", "kube-apiserver");
    }

    /** As the kernel closes it when hybridlab is killed. */
    @Test
    void endOfInput_endsProgram_andRemovesFolder() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(programs.resolve("folder"));
        program("etcd", FOR_EVER);
        Process shell = new ProcessBuilder("sh", "-c", LoopbackApiServer.WHILE_READ, "sh", folder.toString(),
                programs.resolve("etcd").toString(), "--data-dir", folder.resolve("etcd").toString()).start();
        await().until(() -> Files.exists(programs.resolve("etcd.told")));

        shell.getOutputStream().close();

        assertThat(shell.waitFor()).isNotZero();
        assertNothingIsLeft("etcd");
    }

    private LabException failure(Duration within) {
        return catchThrowableOfType(LabException.class, () -> LoopbackApiServer.start(programs.resolve("etcd"),
                programs.resolve("kube-apiserver"), "10.96.0.0/16", within, new LocalProcesses(), cancellation));
    }

    private void assertNothingIsLeft(String... names) throws IOException {
        for (String name : names) {
            List<String> told = Files.readAllLines(programs.resolve(name + ".told"));
            assertThat(ProcessHandle.of(Long.parseLong(told.get(0))).filter(ProcessHandle::isAlive)).as(name).isEmpty();
            assertThat(Path.of(told.get(1)).getParent()).doesNotExist();
        }
    }

    /** Says its process and a file of the folder, and goes on with the script. */
    private void program(String name, String script) throws IOException {
        Path told = programs.resolve(name + ".told");
        Path file = Files.write(programs.resolve(name), List.of("#!/bin/sh",
                "printf '%%s\\n' $$ \"${2#unix://}\" > '%s.new'; mv '%1$s.new' '%1$s'".formatted(told), script));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
