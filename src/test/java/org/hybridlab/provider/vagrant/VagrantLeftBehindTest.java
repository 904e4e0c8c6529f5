package org.hybridlab.provider.vagrant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.awaitility.Awaitility;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that stand for vagrants. */
@Timeout(20)
@EnabledOnOs(OS.LINUX)
class VagrantLeftBehindTest {
    @TempDir
    Path workspace;
    private final List<Process> started = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    @AfterEach
    void endAll() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void vagrant_ofKilledHybridlab_isEnded() throws Exception {
        Process left = start(workspace, gone(), "trap 'exit 0' INT; sleep 600 & wait");

        leftBehind().end(lines::add, new Cancellation());

        assertThat(leftBehind().find()).isEmpty();
        assertThat(left.isAlive()).isFalse();
        assertThat(lines).singleElement().asString().contains("process " + left.pid());
    }

    @Test
    void vagrant_ofLivingHybridlab_isLeftAlone() throws Exception {
        start(workspace, Long.toString(ProcessHandle.current().pid()), "exec sleep 600");

        assertThat(leftBehind().find()).isEmpty();
    }

    @Test
    void vagrant_ofOtherWorkspaceOrUser_isSpared() throws Exception {
        start(workspace.resolve("other"), gone(), "exec sleep 600");
        ProcessBuilder users = new ProcessBuilder("sh", "-c", "exec sleep 600");
        users.environment().put("VAGRANT_CWD", workspace.toString());
        started.add(users.start());

        assertThat(leftBehind().find()).isEmpty();
        leftBehind().end(lines::add, new Cancellation());
        assertThat(started).allMatch(Process::isAlive);
    }

    private VagrantLeftBehind leftBehind() {
        return new VagrantLeftBehind(new LocalProcesses(), workspace, Duration.ofMillis(500));
    }

    private Process start(Path where, String owner, String shell) throws IOException {
        Path ready = Files.createTempFile(workspace, "ready", "");
        Files.delete(ready);
        ProcessBuilder vagrant = new ProcessBuilder("sh", "-c", "touch " + ready + "; " + shell);
        vagrant.environment().put("VAGRANT_CWD", where.toString());
        vagrant.environment().put(VagrantLeftBehind.OWNER, owner);
        Process process = vagrant.start();
        started.add(process);
        Awaitility.await().until(() -> Files.exists(ready));
        return process;
    }

    private static String gone() throws IOException, InterruptedException {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        return Long.toString(gone.pid());
    }
}
