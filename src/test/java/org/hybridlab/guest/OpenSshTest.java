package org.hybridlab.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.template.HostileStrings;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.guest.OpenSsh.Remote;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenSshTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path folder;
    private final Cancellation cancellation = new Cancellation();
    private FakeSsh ssh;
    private OpenSsh shell;

    @BeforeEach
    void connect() {
        ssh = new FakeSsh(folder);
        shell = new OpenSsh(ssh, Workspace.in(folder.resolve("w")).create(), "node1", folder.resolve("remote-run")
                .toString());
    }

    @Test
    void everyWordReachesTheProgramAsItIs() {
        List<String> words = new ArrayList<>(List.of("printf", "%s\\0"));
        words.addAll(HostileStrings.some(300));
        Result result = shell.sudo(words, Optional.empty(), MINUTE, line -> { }, cancellation);
        String lines = String.join("\0", words.subList(2, words.size())) + "\0";
        // Output comes by lines here, so line ends of all kinds compare as one.
        assertThat(result.stdout().replaceAll("[\r\n]+", "\n").strip())
                .isEqualTo(lines.replaceAll("[\r\n]+", "\n").strip());
    }

    @Test
    void secretsGoByStdinAndInNoArgument() {
        Result result = shell.run(List.of("cat"), Optional.of("t0ken"), MINUTE, line -> { }, cancellation);
        shell.upload("t0ken", remote("a/b/token").toString(), "0600", cancellation);
        assertThat(result.stdout()).isEqualTo("t0ken\n");
        assertThat(ssh.commands).allSatisfy(command -> {
            assertThat(command.words()).noneMatch(word -> word.contains("t0ken"));
            assertThat(command.environment().toString()).doesNotContain("t0ken");
        });
    }

    @Test
    void upload_makesFolder_andReplacesFileOnly() throws IOException {
        Path file = remote("a/it's $HOME/file");
        shell.upload("one", file.toString(), "0600", cancellation);
        shell.upload("two", file.toString(), "0640", cancellation);
        assertThat(file).hasContent("two");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-r-----");
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void anUploadThatFailsKeepsWhatWasThere() throws IOException {
        Path folderInTheWay = Files.createDirectories(remote("x/y"));
        LabException e = failure(() -> shell.upload("new", folderInTheWay.toString(), "0600", cancellation));
        assertThat(e.id()).isEqualTo("upload-failed");
        assertThat(e.what()).contains("x/y", "node1");
        assertThat(folderInTheWay).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 11})
    void upload_cutOff_keepsTheOld(int arrived) throws IOException {
        Path file = remote("a/kubelet.conf");
        shell.upload("old content", file.toString(), "0600", cancellation);
        Path local = Files.writeString(folder.resolve("local"), "new content!");

        ssh.cuts.addAll(List.of(arrived, arrived));
        assertLost(() -> shell.upload("new content!", file.toString(), "0600", cancellation));
        assertLost(() -> shell.upload(local, file.toString(), "0600", MINUTE, cancellation));

        assertThat(file).hasContent("old content");
        assertThat(file.getParent()).isDirectoryNotContaining("glob:**.new.*");
    }

    @Test
    void aScriptThatIsCutDoesNotRun() throws IOException {
        String script = "#!/bin/sh\ntouch first\n";
        Path local = Files.writeString(folder.resolve("two.sh"), script + "touch second\n");

        ssh.cuts.add(script.length());
        assertLost(() -> script(local));
        assertThat(ssh.home()).isEmptyDirectory();

        assertThat(script(local).ok()).isTrue();
        assertThat(ssh.home()).isDirectoryContaining("glob:**/second");
    }

    @Test
    void file_changedWhileSent_isNotUsed() throws IOException {
        Path file = remote("a/file");
        Result result = new LocalProcesses().run(Command.of(Remote.write(file.toString(), "0600", Sent.of("one")))
                .stdin("two"), line -> { }, cancellation);

        assertThat(result.ok()).isFalse();
        assertThat(result.stderr()).contains("not what was sent");
        assertThat(file).doesNotExist();
    }

    private static void assertLost(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id())
                .isEqualTo("ssh-lost"));
    }

    @Test
    void files_ofAnySize_keepEveryByte() throws IOException {
        byte[] bytes = new byte[2_000_000];
        new java.util.Random(7).nextBytes(bytes);
        Path local = Files.write(folder.resolve("local"), bytes);
        shell.upload(local, remote("copy").toString(), "0644", MINUTE, cancellation);
        assertThat(remote("copy")).hasBinaryContent(bytes);
        shell.download(remote("copy").toString(), folder.resolve("back"), MINUTE, cancellation);
        assertThat(folder.resolve("back")).hasBinaryContent(bytes);
        assertThatThrownBy(() -> shell.download(remote("none").toString(), folder.resolve("none"), MINUTE,
                cancellation))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("download-failed"));
    }

    @Test
    void script_runsFromRootOwnedFolder_andGoes() throws IOException {
        Path script = Files.writeString(folder.resolve("try it.sh"), """
                #!/bin/bash
                echo "$0|$1|$2|$(stat -c %a "$(dirname "$0")")|$(stat -c %a "$0")"
                cat
                exit 7
                """);
        Result result = shell.script(script, List.of("it's", "$(x)"), MINUTE, line -> { }, cancellation);
        assertThat(result.exitCode()).isEqualTo(7);
        assertThat(result.stdout()).containsPattern("remote-run/\\d+-try it\\.sh\\|it's\\|\\$\\(x\\)\\|700\\|700\n");
        assertThat(remote("remote-run").resolveSibling("remote-run")).isEmptyDirectory();
    }

    @Test
    void script_waitsForAnEarlierOne_stillRunning() throws IOException {
        Path slow = Files.writeString(folder.resolve("slow.sh"), """
                #!/bin/sh
                touch begun
                while [ ! -e go ]; do sleep 0.05; done
                touch ended
                """);
        Path next = Files.writeString(folder.resolve("next.sh"), "#!/bin/sh\n[ -e ended ]\n");
        CompletableFuture<Result> left = CompletableFuture.supplyAsync(() -> script(slow));
        await().until(() -> Files.exists(ssh.home().resolve("begun")));
        CompletableFuture<Result> waiting = CompletableFuture.supplyAsync(() -> script(next));

        await().during(Duration.ofMillis(500)).until(() -> !waiting.isDone());
        Files.createFile(ssh.home().resolve("go"));
        assertThat(waiting.join().exitCode()).isZero();
        assertThat(waiting.join().stdout()).isEmpty();
        assertThat(waiting.join().stderr()).contains("still runs here");
        assertThat(left.join().exitCode()).isZero();
    }

    private Result script(Path local) {
        return shell.script(local, List.of(), MINUTE, line -> { }, cancellation);
    }

    @Test
    void lostConnection_isWorthAnotherAttempt() {
        ssh.failures.add(255);
        assertThatThrownBy(() -> shell.run(List.of("true"), Optional.empty(), MINUTE, line -> { }, cancellation))
                .isInstanceOfSatisfying(LabException.class, e -> {
                    assertThat(e.id()).isEqualTo("ssh-lost");
                    assertThat(e.what()).contains("node1");
                    assertThat(e.why()).hasValue("Connection closed by remote host");
                });
    }

    @Test
    void waitsUntilTheMachineAnswers() {
        ssh.failures.addAll(List.of(255, 255, 255));
        shell.awaitReady(MINUTE, cancellation);
        assertThat(ssh.commands).hasSize(4);
    }

    @Test
    void silentMachine_isNamed_withLastSeen() {
        ssh.failures.addAll(java.util.Collections.nCopies(500, 255));
        LabException e = failure(() -> shell.awaitReady(Duration.ofSeconds(1), cancellation));
        assertThat(e.id()).isEqualTo("ssh-not-ready");
        assertThat(e.what()).contains("node1");
        assertThat(e.why()).hasValueSatisfying(why -> assertThat(why).contains("Connection closed"));
    }

    @Test
    void bootId_untilNextBoot_staysTheSame() {
        assertThat(shell.bootId(cancellation)).isEqualTo(shell.bootId(cancellation)).matches("[0-9a-f-]{36}:\\d+");
    }

    @Test
    void sharedSocket_ofAnyWorkspace_hasShortPath() {
        shell.run(List.of("true"), Optional.empty(), MINUTE, line -> { }, cancellation);
        assertThat(ssh.commands.get(0).directory()).hasValue(folder.resolve("w"));
        assertThat(ssh.commands.get(0).words()).contains("ControlPath=ssh/node1.sock");
    }

    private Path remote(String path) {
        return folder.resolve(path);
    }
}
