package org.hybridlab.guest;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.common.process.Wait;
import org.hybridlab.common.workspace.Workspace;

/** A Linux machine, by OpenSSH. */
public final class OpenSsh implements GuestShell {
    private static final Duration QUICK = Duration.ofMinutes(1);
    private static final Consumer<String> NOBODY = line -> { };

    private final Processes processes;
    private final SshClient client;
    private final String machine;
    private final String runFolder;

    /** The settings must have been written by {@link SshSettings}. */
    public OpenSsh(Processes processes, Workspace workspace, String machine) {
        this(processes, workspace, machine, Remote.RUN_FOLDER);
    }

    /** @param runFolder where scripts lie in the machine while they run */
    OpenSsh(Processes processes, Workspace workspace, String machine, String runFolder) {
        this.processes = processes;
        this.client = new SshClient(workspace, machine);
        this.machine = machine;
        this.runFolder = runFolder;
    }

    @Override
    public String machine() {
        return machine;
    }

    @Override
    public Result run(List<String> words, Optional<String> stdin, Duration timeout, Consumer<String> lines,
                      Cancellation cancellation) {
        Command command = client.ssh(quoted(words)).timeout(timeout);
        return client.lost(processes.run(stdin.map(command::stdin).orElse(command), lines, cancellation));
    }

    @Override
    public Result sudo(List<String> words, Optional<String> stdin, Duration timeout, Consumer<String> lines,
                       Cancellation cancellation) {
        return run(asRoot(words), stdin, timeout, lines, cancellation);
    }

    @Override
    public void upload(String content, String remotePath, String mode, Cancellation cancellation) {
        List<String> words = asRoot(Remote.write(remotePath, mode, Sent.of(content)));
        uploaded(client.ssh(quoted(words)).stdin(content), remotePath, QUICK, cancellation);
    }

    @Override
    public void upload(Path local, String remotePath, String mode, Duration timeout, Cancellation cancellation) {
        List<String> words = asRoot(Remote.write(remotePath, mode, Sent.of(local)));
        uploaded(client.ssh(quoted(words)).stdinFrom(local), remotePath, timeout, cancellation);
    }

    @Override
    public void download(String remotePath, Path local, Duration timeout, Cancellation cancellation) {
        String cat = quoted(asRoot(List.of("cat", "--", remotePath)));
        new Download(machine, remotePath, local).by(part -> client.lost(processes.run(
                client.ssh(cat).stdoutTo(part).timeout(timeout), NOBODY, cancellation)));
    }

    @Override
    public Result script(Path local, List<String> arguments, Duration timeout, Consumer<String> lines,
                         Cancellation cancellation) {
        List<String> words = asRoot(Remote.runScript(runFolder, local.getFileName().toString(), Sent.of(local),
                arguments));
        return client.lost(processes.run(client.ssh(quoted(words)).stdinFrom(local).timeout(timeout), lines,
                cancellation));
    }

    @Override
    public String bootId(Cancellation cancellation) {
        return run(Remote.BOOT_ID, Optional.empty(), QUICK, NOBODY, cancellation)
                .orFail("boot-id-unknown", machine + " does not say when it booted.", "Is /proc mounted there?")
                .stdout().strip().replace('\n', ':');
    }

    @Override
    public void awaitReady(Duration timeout, Cancellation cancellation) {
        Wait.until(machine + " answers by ssh", timeout).every(Duration.ofMillis(100))
                .orFail("ssh-not-ready", "Look at the machine's console, then run the same command again.")
                .that(() -> run(List.of("true"), Optional.empty(), QUICK, NOBODY, cancellation), Result::ok,
                        result -> "exit " + result.exitCode() + " " + result.stderr().strip(), cancellation);
    }

    @Override
    public void rebootAndWait(Duration timeout, Cancellation cancellation) {
        Reboot.of(this, List.of("systemctl", "reboot"), timeout, cancellation);
    }

    private static List<String> asRoot(List<String> words) {
        List<String> all = new ArrayList<>(List.of("sudo", "-n", "--"));
        all.addAll(words);
        return all;
    }

    private static String quoted(List<String> words) {
        return words.stream().map(ShellQuoting::quote).collect(Collectors.joining(" "));
    }

    private void uploaded(Command command, String remotePath, Duration timeout, Cancellation cancellation) {
        client.lost(processes.run(command.timeout(timeout), NOBODY, cancellation)).orFail("upload-failed",
                "%s could not be written on %s.".formatted(remotePath, machine),
                "Look at free space there: hybridlab exec LAB --on " + machine + " -- df -h");
    }
}
