package org.hybridlab.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.EncodedPowerShell;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.FakePrograms.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowsSshTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Answer HANGS = new Answer(-1, "", "");

    @TempDir
    private Path folder;
    private final Cancellation cancellation = new Cancellation();
    private final Recorded recorded = new Recorded();
    private WindowsSsh shell;

    @BeforeEach
    void connect() {
        shell = new WindowsSsh(recorded, Workspace.in(folder.resolve("w")).create(), "win1");
    }

    @Test
    void harmlessWords_goUnchanged_toAnyShell() {
        shell.run(List.of("cmd", "/c", "type", "C:\\hybridlab\\done\\joined"), Optional.empty(), MINUTE, line -> { },
                cancellation);

        assertThat(recorded.remote(0)).isEqualTo("cmd /c type C:\\hybridlab\\done\\joined");
    }

    @Test
    void otherWords_goQuoted_inEncodedScript() {
        shell.run(List.of("C:\\Program Files\\containerd\\ctr.exe", "it's", "a \"b\" c\\", ""), Optional.empty(),
                MINUTE,
                line -> { }, cancellation);

        assertThat(recorded.remote(0)).matches("powershell [A-Za-z ./-]+ -EncodedCommand [A-Za-z0-9+/=]+");
        assertThat(FakePrograms.script(recorded.remote(0))).isEqualTo(EncodedPowerShell.BEFORE + """
                & 'C:\\Program Files\\containerd\\ctr.exe' 'it''s' 'a \\"b\\" c\\\\' '""'
                exit $LASTEXITCODE
                """);
    }

    @Test
    void secret_sent_goesIntoProtectedFile() {
        shell.upload("t0ken", "C:/hybridlab/secrets/join.yaml", "0600", cancellation);

        Command command = recorded.commands.get(0);
        assertThat(command.words()).noneMatch(word -> word.contains("t0ken"));
        assertThat(command.stdin())
                .contains(Base64.getEncoder().encodeToString("t0ken".getBytes(StandardCharsets.UTF_8)));
        String source = FakePrograms.script(recorded.remote(0));
        assertThat(source.indexOf("icacls")).isPositive().isLessThan(source.indexOf("WriteAllBytes"));
        assertThat(source).contains("$path = 'C:/hybridlab/secrets/join.yaml'").doesNotContain("t0ken");
    }

    @Test
    void file_sentBySftp_isMovedWhenWhole() throws Exception {
        Path local = Files.writeString(folder.resolve("a [b].exe"), "program");

        shell.upload(local, "C:\\hybridlab\\bundle\\kubelet.exe", "0644", MINUTE, cancellation);

        assertThat(recorded.commands.get(0).words()).startsWith("sftp", "-F").endsWith("-b", "-", "win1");
        assertThat(recorded.commands.get(0).stdin().orElseThrow().lines()).containsExactly(
                "-mkdir \"/C:/hybridlab\"", "-mkdir \"/C:/hybridlab/bundle\"",
                "put \"" + folder + "/a \\[b\\].exe\" \"/C:/hybridlab/bundle/kubelet.exe.part\"",
                "rename \"/C:/hybridlab/bundle/kubelet.exe.part\" \"/C:/hybridlab/bundle/kubelet.exe\"");
    }

    @Test
    void script_isUploadedRunAndTakenAway() throws Exception {
        Path local = Files.writeString(folder.resolve("prepare.ps1"), "Write-Output 1\r\n");

        shell.script(local, List.of("-UtcNow", "2026-11-21T14:41:00Z"), MINUTE, line -> { }, cancellation);

        assertThat(recorded.commands.get(0).stdin().orElseThrow()).contains("C:/hybridlab/run/prepare.ps1");
        assertThat(recorded.remote(1)).isEqualTo("powershell -NoProfile -NonInteractive -ExecutionPolicy Bypass "
                + "-File C:/hybridlab/run/prepare.ps1 -UtcNow 2026-11-21T14:41:00Z");
        assertThat(recorded.commands.get(2).stdin()).contains("-rm \"/C:/hybridlab/run/prepare.ps1\"\n");
    }

    @Test
    void argument_readableByAShell_isRefused() {
        assertThatThrownBy(() -> WindowsQuoting.script("C:/x.ps1", List.of("a;b")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void reboot_withDroppedConnection_isSeen() {
        recorded.answers.addAll(List.of(result(0, "2026-11-21T10:00:00Z"), result(255, ""), result(255, ""),
                result(0, "2026-11-21T10:00:00Z"), result(0, "2026-11-21T10:05:00Z")));

        shell.rebootAndWait(MINUTE, cancellation);

        assertThat(recorded.remote(1)).isEqualTo("shutdown /r /t 0 /f");
        assertThat(recorded.answers).isEmpty();
    }

    /** ssh gives a connection up after a minute without an answer: its caller's limit may end first. */
    @Test
    void reboot_withHangingConnection_isSeen() {
        recorded.answers.addAll(List.of(result(0, "2026-11-21T10:00:00Z"), HANGS, HANGS,
                result(0, "2026-11-21T10:05:00Z")));

        shell.rebootAndWait(MINUTE, cancellation);

        assertThat(recorded.answers).isEmpty();
    }

    @Test
    void machine_losingTheRebootWish_isAskedAgain() {
        recorded.answers.addAll(List.of(result(0, "2026-11-21T10:00:00Z"), result(0, ""),
                result(0, "2026-11-21T10:00:00Z"), result(0, ""), result(0, "2026-11-21T10:05:00Z")));

        new Reboot(shell, List.of("shutdown", "/r"), Duration.ZERO, cancellation).within(MINUTE);

        assertThat(List.of(recorded.remote(1), recorded.remote(3))).containsOnly("shutdown /r");
        assertThat(recorded.answers).isEmpty();
    }

    @Test
    void aLostConnectionIsNamed() {
        recorded.answers.add(result(255, ""));

        assertThatThrownBy(() -> shell.run(List.of("hostname"), Optional.empty(), MINUTE, line -> { }, cancellation))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("ssh-lost"));
    }

    private static Answer result(int code, String output) {
        return new Answer(code, output + "\n", "");
    }

    /** A fake: remembers commands and answers them with what was prepared, else with success. */
    private static final class Recorded extends FakePrograms {
        private final Deque<Answer> answers = new ArrayDeque<>();

        @Override
        protected Answer answer(Command command) {
            Answer answer = answers.poll();
            if (answer == HANGS) {
                throw LabException.labFailed("timed-out", "ssh did not end within 60 s.", "");
            }
            return answer != null ? answer : Answer.DONE;
        }

        private String remote(int index) {
            return remote(commands.get(index));
        }
    }
}
