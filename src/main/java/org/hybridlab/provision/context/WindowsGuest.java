package org.hybridlab.provision.context;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.EncodedPowerShell;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.guest.GuestShell;

/** A Windows machine in a running step. A script's output goes to the step's lines. */
public final class WindowsGuest {
    /** For programs, settings, secrets and the marks of steps. */
    public static final String FOLDER = "C:/hybridlab";
    private static final String CLOCK = "(Get-Date).ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ')";
    static final Duration QUICK = Duration.ofMinutes(2);

    private final GuestShell shell;
    private final StepContext context;

    public WindowsGuest(GuestShell shell, StepContext context) {
        this.shell = shell;
        this.context = context;
    }

    public GuestShell shell() {
        return shell;
    }

    public void line(String text) {
        context.line(text);
    }

    public void script(Path local, Duration within, String... arguments) {
        String name = local.getFileName().toString();
        shell.script(local, List.of(arguments), within, context::line, context.cancellation())
                .orFail("windows-script-failed", "%s failed on %s.".formatted(name, shell.machine()),
                        "Read it: " + local + ", then run the same command again.");
    }

    /** For files without secrets. */
    public void send(Path local, String remote, Duration within) {
        shell.upload(local, remote, "0644", within, context.cancellation());
    }

    /** @param secret readable by the system and administrators only */
    public void write(String remote, String content, boolean secret) {
        shell.upload(content, remote, secret ? "0600" : "0644", context.cancellation());
    }

    public void writeSecret(String remote, String content) {
        write(remote, content, true);
    }

    public void remove(String... paths) {
        for (String path : paths) {
            quietly(deleting(path).toArray(String[]::new));
        }
    }

    /** Runs even after Ctrl-C. */
    public void removeSecrets(String... paths) {
        Duration within = Guest.cleanup(context);
        Cancellation cleanup = Cancellation.ofCleanup(within);
        for (String path : paths) {
            shell.run(deleting(path), Optional.empty(), within, line -> { }, cleanup);
        }
    }

    private static List<String> deleting(String path) {
        return List.of("cmd", "/c", "del", "/q", path.replace('/', '\\'));
    }

    /** What a step left for its next probe. */
    public Optional<String> mark(String name) {
        return read(FOLDER + "/done/" + name);
    }

    public void setMark(String name, String content) {
        shell.upload(content + "\n", FOLDER + "/done/" + name, "0644", context.cancellation());
    }

    /** Trimmed; empty if unreadable. @throws LabException if the machine does not answer */
    public Optional<String> read(String path) {
        Result result = quietly("cmd", "/c", "type", path.replace('/', '\\'));
        if (result.exitCode() > 1) {
            throw unclear(path, result);
        }
        return result.ok() ? Optional.of(result.stdout().strip()) : Optional.empty();
    }

    /** @throws LabException if the machine's answer is unclear */
    public Set<String> names(String path) {
        Result result = quietly("cmd", "/c", "dir", "/b", path.replace('/', '\\'));
        if (!result.ok()) {
            throw unclear(path, result);
        }
        return result.stdout().lines().map(String::strip).collect(Collectors.toSet());
    }

    /** Of all files below a folder that is not empty, with slashes. @throws LabException if the answer is unclear */
    public Set<String> filesBelow(String path) {
        Result result = quietly("cmd", "/c", "dir", "/s", "/b", path.replace('/', '\\'));
        if (!result.ok()) {
            throw unclear(path, result);
        }
        return result.stdout().lines().map(line -> line.strip().replace('\\', '/')).collect(Collectors.toSet());
    }

    /** Unknown is not absent: nothing may be done about it. */
    private LabException unclear(String what, Result result) {
        return unclear(what, "It ended with %d and said: %s".formatted(result.exitCode(), result.stdout().strip()));
    }

    public LabException unclear(String what, Object answer) {
        return LabException.labFailed("guest-answer-unclear",
                "%s did not say how it is about %s.".formatted(shell.machine(), what),
                "Run the same command again; if it stays so, see what a login there prints.")
                .because(answer.toString());
    }

    /** Pings an address. Windows exits with 0 even for "unreachable"; only a real reply has a time to live. */
    public boolean reaches(Ipv4 address) {
        Result result = quietly("ping", "-n", "1", "-w", "2000", address.toString());
        if (result.exitCode() > 1) {
            throw unclear(address.toString(), result);
        }
        return result.ok() && result.stdout().contains("TTL=");
    }

    /** Ahead of this host's clock; empty if unknown, which is no reason to set it. */
    public Optional<Duration> clockAhead() {
        Result result = encoded(CLOCK);
        try {
            return result.ok() ? Optional.of(Duration.between(Instant.now(), Instant.parse(result.stdout().strip())))
                    : Optional.empty();
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** Accepts a failure. */
    public String powershell(String source) {
        return encoded(source).stdout();
    }

    private Result encoded(String source) {
        return shell.run(EncodedPowerShell.words(source), Optional.empty(), QUICK, line -> { },
                context.cancellation());
    }

    /** Starts a stopped service, too. */
    public void restart(String service) {
        quietly("net", "stop", service);
        quietly("net", "start", service).orFail("windows-service-not-started",
                "The service %s does not start on %s.".formatted(service, shell.machine()),
                "Its log is C:\\var\\log\\%s on that machine.".formatted(service));
    }

    private Result quietly(String... words) {
        return shell.run(List.of(words), Optional.empty(), QUICK, line -> { }, context.cancellation());
    }
}
