package org.hybridlab.guest;

import static org.hybridlab.guest.WindowsQuoting.literal;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.EncodedPowerShell;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.process.Wait;
import org.hybridlab.common.workspace.Workspace;

/**
 * A Windows machine by OpenSSH. The login user is an administrator with all rights, so {@link #sudo} is {@link #run}.
 * Paths may have slashes or backslashes. Files use sftp; content that may be secret uses stdin, into a file for
 * administrators only.
 */
public final class WindowsSsh implements GuestShell {
    private static final String RUN_FOLDER = "C:/hybridlab/run";
    private static final Duration QUICK = Duration.ofMinutes(2);
    private static final Consumer<String> NOBODY = line -> { };

    private final Processes processes;
    private final SshClient client;
    private final String machine;

    public WindowsSsh(Processes processes, Workspace workspace, String machine) {
        this.processes = processes;
        this.client = new SshClient(workspace, machine);
        this.machine = machine;
    }

    @Override
    public String machine() {
        return machine;
    }

    /** For PowerShell, whatever the login shell is. */
    @Override
    public List<String> wordsOf(String line) {
        return EncodedPowerShell.words(WindowsRemote.ending(line));
    }

    @Override
    public Result run(List<String> words, Optional<String> stdin, Duration timeout, Consumer<String> lines,
                      Cancellation cancellation) {
        Command command = client.ssh(WindowsQuoting.commandLine(words)).timeout(timeout);
        return client.lost(processes.run(stdin.map(command::stdin).orElse(command), lines, cancellation));
    }

    @Override
    public Result sudo(List<String> words, Optional<String> stdin, Duration timeout, Consumer<String> lines,
                       Cancellation cancellation) {
        return run(words, stdin, timeout, lines, cancellation);
    }

    /** @param mode only tells whether others may read it */
    @Override
    public void upload(String content, String remotePath, String mode, Cancellation cancellation) {
        String encoded = Base64.getEncoder().encodeToString(content.getBytes(StandardCharsets.UTF_8));
        String remote = WindowsQuoting.powerShell(WindowsRemote.write(remotePath, mode.endsWith("00"), encoded.length(),
                Sent.of(content)));
        uploaded(client.ssh(remote).stdin(encoded).timeout(QUICK), remotePath, cancellation);
    }

    @Override
    public void upload(Path local, String remotePath, String mode, Duration timeout, Cancellation cancellation) {
        uploaded(client.sftp(put(local, remotePath)).timeout(timeout), remotePath, cancellation);
    }

    @Override
    public void download(String remotePath, Path local, Duration timeout, Cancellation cancellation) {
        new Download(machine, remotePath, local).by(part -> {
            String get = "get " + Sftp.remote(remotePath) + " " + Sftp.local(part);
            return client.lost(processes.run(client.sftp(List.of(get)).timeout(timeout), NOBODY, cancellation));
        });
    }

    @Override
    public Result script(Path local, List<String> arguments, Duration timeout, Consumer<String> lines,
                         Cancellation cancellation) {
        String remote = RUN_FOLDER + "/" + local.getFileName();
        upload(local, remote, "0700", QUICK, cancellation);
        Result result = client.lost(processes.run(client.ssh(WindowsQuoting.script(remote, arguments))
                .timeout(timeout), lines, cancellation));
        processes.run(client.sftp(List.of("-rm " + Sftp.remote(remote))).timeout(QUICK), NOBODY, cancellation);
        return result;
    }

    @Override
    public String bootId(Cancellation cancellation) {
        Command command = client.ssh(WindowsQuoting.powerShell(WindowsRemote.BOOT_ID)).timeout(QUICK);
        return client.lost(processes.run(command, NOBODY, cancellation)).orFail("boot-id-unknown",
                machine + " does not say when it booted.", "Does its management service (winmgmt) run?")
                .stdout().strip();
    }

    @Override
    public void awaitReady(Duration timeout, Cancellation cancellation) {
        Wait.until(machine + " answers by ssh", timeout)
                .orFail("ssh-not-ready", "Look at the machine's console, then run the same command again.")
                .that(() -> run(List.of("exit", "0"), Optional.empty(), QUICK, NOBODY, cancellation), Result::ok,
                        result -> "exit " + result.exitCode() + " " + result.stderr().strip(), cancellation);
    }

    @Override
    public void rebootAndWait(Duration timeout, Cancellation cancellation) {
        Reboot.of(this, List.of("shutdown", "/r", "/t", "0", "/f"), timeout, cancellation);
    }

    /**
     * Renames when complete: the client stops at the first failure. Its `rename` uses posix-rename@openssh.com, which
     * replaces files on Windows too (w32_rename in win32compat/misc.c).
     */
    private static List<String> put(Path local, String remotePath) {
        String target = Sftp.remote(remotePath);
        String part = Sftp.remote(remotePath + ".part");
        List<String> commands = new ArrayList<>();
        Sftp.foldersOf(remotePath).forEach(folder -> commands.add("-mkdir " + Sftp.remote(folder)));
        commands.add("put " + Sftp.local(local) + " " + part);
        commands.add("rename " + part + " " + target);
        return commands;
    }

    private void uploaded(Command command, String remotePath, Cancellation cancellation) {
        client.lost(processes.run(command, NOBODY, cancellation)).orFail("upload-failed",
                "%s could not be written on %s.".formatted(remotePath, machine),
                "Look at free space there, and whether a program holds the file.");
    }

    /** Paths in sftp commands: quoted, with pattern characters escaped. */
    static final class Sftp {
        private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:/");

        private Sftp() {
        }

        static String local(Path path) {
            String text = path.toAbsolutePath().toString();
            return quoted(File.separatorChar == '\\' ? text.replace('\\', '/') : text);
        }

        /**
         * OpenSSH's client takes a path for absolute only with a leading slash. OpenSSH on Windows accepts {@code
         * /C:/...}.
         *
         * @param path with either kind of slash
         */
        static String remote(String path) {
            String slashed = path.replace('\\', '/');
            return quoted(DRIVE.matcher(slashed).lookingAt() ? "/" + slashed : slashed);
        }

        static List<String> foldersOf(String path) {
            String slashed = path.replace('\\', '/');
            List<String> folders = new ArrayList<>();
            for (int end = slashed.indexOf('/', 3); end > 0; end = slashed.indexOf('/', end + 1)) {
                folders.add(slashed.substring(0, end));
            }
            return folders;
        }

        private static String quoted(String path) {
            return '"' + path.replaceAll("[\\\\\"*?\\[\\]]", "\\\\$0") + '"';
        }
    }

    static final class WindowsRemote {
        /**
         * Start of this boot's first process, to the second, in UTC. Windows' own boot time moves with the clock,
         * which prepare.ps1 sets before a reboot. Containers have a later wininit in other sessions, which would look
         * older after a clock change.
         */
        static final String BOOT_ID = """
                $ErrorActionPreference = 'Stop'
                $all = Get-CimInstance -ClassName Win32_Process -Filter "Name = 'wininit.exe' AND SessionId = 0"
                $first = $all | Sort-Object -Property CreationDate | Select-Object -First 1
                $first.CreationDate.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ')
                """;

        /**
         * Base64, since PowerShell decodes stdin by the machine's code page. A cut connection looks like the end of the
         * file, so incomplete files are dropped.
         */
        private static final String WRITE = """
                $ErrorActionPreference = 'Stop'
                $path = PATH
                $text = [Console]::In.ReadToEnd()
                if ($text.Length -ne LENGTH) {
                    [Console]::Error.WriteLine("only $($text.Length) of LENGTH characters arrived")
                    exit 1
                }
                $bytes = [Convert]::FromBase64String($text)
                New-Item -ItemType Directory -Force -Path (Split-Path -Path $path -Parent) | Out-Null
                $new = "$path.new"
                Set-Content -Path $new -Value '' -Encoding ascii
                PROTECT[IO.File]::WriteAllBytes($new, $bytes)
                if ((Get-FileHash -Path $new -Algorithm SHA256).Hash -ne 'SUM') {
                    Remove-Item -Path $new -Force
                    [Console]::Error.WriteLine('what arrived is not what was sent')
                    exit 1
                }
                Move-Item -Path $new -Destination $path -Force
                """;
        /** Before it has content. */
        private static final String PROTECT = """
                & icacls.exe $new /inheritance:r /grant:r '*S-1-5-18:F' '*S-1-5-32-544:F' /q | Out-Null
                if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
                """;

        /** PowerShell's own exit code is 1 for any failed program. */
        private static final String END = """

                if (-not $?) { if ($LASTEXITCODE) { exit $LASTEXITCODE } else { exit 1 } }
                exit 0
                """;

        private WindowsRemote() {
        }

        static String ending(String line) {
            return line + END;
        }

        /**
         * @param secret readable for the system and administrators only
         * @param characters length of the base64 input
         */
        static String write(String path, boolean secret, int characters, Sent sent) {
            return WRITE.replace("PROTECT", secret ? PROTECT : "").replace("LENGTH", Integer.toString(characters))
                    .replace("SUM", sent.sum()).replace("PATH", literal(path));
        }
    }
}
