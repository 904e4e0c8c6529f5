package org.hybridlab.provider.vagrant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
        started.forEach(one -> one.descendants().forEach(ProcessHandle::destroyForcibly));
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
        start(workspace, Long.toString(ProcessHandle.current().pid()), "sleep 600; true");

        assertThat(leftBehind().find()).isEmpty();
    }

    @Test
    void vagrant_ofOtherWorkspaceOrUser_isSpared() throws Exception {
        start(workspace.resolve("other"), gone(), "sleep 600; true");
        ProcessBuilder users = new ProcessBuilder("sh", Files.writeString(workspace.resolve("vagrant"),
                "sleep 600; true").toString());
        users.environment().put("VAGRANT_CWD", workspace.toString());
        started.add(users.start());

        assertThat(leftBehind().find()).isEmpty();
        leftBehind().end(lines::add, new Cancellation());
        assertThat(started).allMatch(Process::isAlive);
    }

    @Test
    void childOfVagrant_thatOutlivesIt_isEnded() throws Exception {
        Process left = start(workspace, gone(), "trap 'exit 0' INT; sleep 600 & wait");
        Awaitility.await().until(() -> left.children().findAny().isPresent());
        ProcessHandle child = left.children().findFirst().orElseThrow();

        assertThat(leftBehind().find()).contains(child);
        leftBehind().end(lines::add, new Cancellation());
        // Its new parent may have yet to ask for it.
        Awaitility.await().until(() -> !child.isAlive());
    }

    @Test
    void daemon_thatLeftItsVagrant_isSpared() throws Exception {
        Path pid = workspace.resolve("pid");
        start(workspace, gone(), "setsid sh -c 'sleep 600 & echo $! > " + pid + "'; sleep 600; true");
        Awaitility.await().until(() -> Files.exists(pid) && Files.size(pid) > 0);
        ProcessHandle daemon = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        try {
            assertThat(leftBehind().find()).doesNotContain(daemon);
            assertThat(VagrantLeftBehind.all()).doesNotContainKey(daemon.pid());
            leftBehind().end(lines::add, new Cancellation());
            assertThat(daemon.isAlive()).isTrue();
        } finally {
            daemon.destroyForcibly();
        }
    }

    @Test
    void program_thatNamesVagrant_isSpared() throws Exception {
        Path home = Files.createDirectory(workspace.resolve("vagrant"));
        for (List<String> words : List.of(List.of("sleep", "600"), List.of("sh", "-c", "cd $0; exec sleep 600",
                home.toString()))) {
            ProcessBuilder other = new ProcessBuilder(words);
            other.environment().putAll(environment(workspace, gone()));
            started.add(other.start());
        }

        assertThat(leftBehind().find()).isEmpty();
    }

    private VagrantLeftBehind leftBehind() {
        return new VagrantLeftBehind(new LocalProcesses(), workspace, Duration.ofMillis(500));
    }

    private Process start(Path where, String owner, String shell) throws IOException {
        Path ready = Files.createTempFile(workspace, "ready", "");
        Files.delete(ready);
        Path program = Files.createTempDirectory(workspace, "bin").resolve("vagrant");
        Files.writeString(program, "touch " + ready + "\n" + shell + "\n");
        ProcessBuilder vagrant = new ProcessBuilder("sh", program.toString());
        vagrant.environment().putAll(environment(where, owner));
        Process process = vagrant.start();
        started.add(process);
        Awaitility.await().until(() -> Files.exists(ready));
        return process;
    }

    private static Map<String, String> environment(Path where, String owner) {
        return Map.of("VAGRANT_CWD", where.toString(), VagrantLeftBehind.OWNER, owner);
    }

    private static String gone() throws IOException, InterruptedException {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        return Long.toString(gone.pid());
    }
}
