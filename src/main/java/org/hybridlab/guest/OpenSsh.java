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

public final class OpenSsh implements GuestShell {
    private static final Duration QUICK = Duration.ofMinutes(1);
    private static final Consumer<String> NOBODY = line -> { };

    private final Processes processes;
    private final SshClient client;
    private final String machine;
    private final String runFolder;

    public OpenSsh(Processes processes, Workspace workspace, String machine) {
        this(processes, workspace, machine, Remote.RUN_FOLDER);
    }

    /** @param runFolder of running scripts in the machine */
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
    public Result feed(List<String> words, String text, List<Path> files, Duration timeout, Consumer<String> lines,
                       Cancellation cancellation) {
        return client.lost(processes.run(client.ssh(quoted(asRoot(words))).stdin(text).stdinFrom(files)
                .timeout(timeout), lines, cancellation));
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

    /** Shell code for Linux guests. Values are arguments, never part of the code. */
    static final class Remote {
        /** A container has its host's boot id, so the start of its first process is added. */
        static final List<String> BOOT_ID = List.of("sh", "-c",
                "cat /proc/sys/kernel/random/boot_id && cut -d ' ' -f 22 /proc/1/stat");

        /** Not in /run, which systemd mounts noexec. */
        static final String RUN_FOLDER = "/var/lib/hybridlab/run";

        /** Stores stdin as $1, if it has $2 bytes and the sum $3. A cut connection looks like the end of the file. */
        private static final String TAKE = """
                take() {
                    cat > "$1" || return 1
                    came="$(wc -c < "$1")"
                    [ "$came" -eq "$2" ] || { echo "only $came of $2 bytes arrived" >&2; return 1; }
                    [ "$(sha256sum < "$1")" = "$3  -" ] || { echo "what arrived is not what was sent" >&2; return 1; }
                }
                """;
        private static final String WRITE = TAKE + """
                set -e; umask 022; mkdir -p -- "$(dirname -- "$1")"; umask 077; new="$1.new.$$"
                trap 'rm -f -- "$new"' EXIT; take "$new" "$3" "$4"; chmod -- "$2" "$new"; mv -fT -- "$new" "$1\"""";
        // One script at a time, since it survives its caller. Its children do not inherit the lock (9).
        private static final String RUN = TAKE + """
                umask 077; mkdir -p -- "$1"; exec 9< "$1"
                flock -n 9 || { echo "An earlier script still runs here; waiting for its end." >&2; flock 9; }
                file="$1/$$-$2"; bytes="$3"; sum="$4"; shift 4
                trap 'rm -f -- "$file"' EXIT; take "$file" "$bytes" "$sum" && chmod 0700 "$file" || exit 1
                umask 022; "$file" "$@" < /dev/null 9<&-""";

        private Remote() {
        }

        static List<String> write(String path, String mode, Sent sent) {
            return List.of("sh", "-c", WRITE, "upload", path, mode, sent.bytes(), sent.sum());
        }

        static List<String> runScript(String folder, String name, Sent sent, List<String> arguments) {
            List<String> words =
                    new ArrayList<>(List.of("sh", "-c", RUN, "script", folder, name, sent.bytes(), sent.sum()));
            words.addAll(arguments);
            return words;
        }
    }
}
