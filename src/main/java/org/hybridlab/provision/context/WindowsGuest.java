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

/** A Windows machine as one running step sees it. Every line of a script's output is the step's. */
public final class WindowsGuest {
    /** Where scripts find programs, settings and secrets, and where the marks of steps lie. */
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

    /** Runs a script of the workspace by its path. */
    public void script(Path local, Duration within, String... arguments) {
        String name = local.getFileName().toString();
        shell.script(local, List.of(arguments), within, context::line, context.cancellation())
                .orFail("windows-script-failed", "%s failed on %s.".formatted(name, shell.machine()),
                        "Read it: " + local + ", then run the same command again.");
    }

    /** Sends a file of this host that is no secret. */
    public void send(Path local, String remote, Duration within) {
        shell.upload(local, remote, "0644", within, context.cancellation());
    }

    /** @param secret whether only the system and administrators may read it */
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

    /** The same for files with secrets: also after Ctrl-C. */
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

    /** What a step left for its next look. */
    public Optional<String> mark(String name) {
        return read(FOLDER + "/done/" + name);
    }

    public void setMark(String name, String content) {
        shell.upload(content + "\n", FOLDER + "/done/" + name, "0644", context.cancellation());
    }

    /**
     * Content of a small file without blanks around; empty if it cannot be read.
     *
     * @throws LabException where the machine does not answer
     */
    public Optional<String> read(String path) {
        Result result = quietly("cmd", "/c", "type", path.replace('/', '\\'));
        if (result.exitCode() > 1) {
            throw unclear(path, result);
        }
        return result.ok() ? Optional.of(result.stdout().strip()) : Optional.empty();
    }

    /**
     * Names of what is in a folder.
     *
     * @throws LabException where the machine does not say what is there
     */
    public Set<String> names(String path) {
        Result result = quietly("cmd", "/c", "dir", "/b", path.replace('/', '\\'));
        if (!result.ok()) {
            throw unclear(path, result);
        }
        return result.stdout().lines().map(String::strip).collect(Collectors.toSet());
    }

    /**
     * Paths of all files below a folder that is not empty; with slashes, as {@code path} has them.
     *
     * @throws LabException where the machine does not say what is there
     */
    public Set<String> filesBelow(String path) {
        Result result = quietly("cmd", "/c", "dir", "/s", "/b", path.replace('/', '\\'));
        if (!result.ok()) {
            throw unclear(path, result);
        }
        return result.stdout().lines().map(line -> line.strip().replace('\\', '/')).collect(Collectors.toSet());
    }

    /** What is not known is not absent: nothing may be done about it. */
    private LabException unclear(String what, Result result) {
        return unclear(what, "It ended with %d and said: %s".formatted(result.exitCode(), result.stdout().strip()));
    }

    public LabException unclear(String what, Object answer) {
        return LabException.labFailed("guest-answer-unclear",
                "%s did not say how it is about %s.".formatted(shell.machine(), what),
                "Run the same command again; if it stays so, see what a login there prints.")
                .because(answer.toString());
    }

    /**
     * Whether an address answers a ping from there. Windows' own code is 0 where a neighbour, or the machine itself,
     * says that there is nobody: only an answer of the one that was asked has a time to live, in every language.
     */
    public boolean reaches(Ipv4 address) {
        Result result = quietly("ping", "-n", "1", "-w", "2000", address.toString());
        if (result.exitCode() > 1) {
            throw unclear(address.toString(), result);
        }
        return result.ok() && result.stdout().contains("TTL=");
    }

    /** By how much its clock is ahead of this host's; empty if it does not say, which is no reason to set it. */
    public Optional<Duration> clockAhead() {
        Result result = encoded(CLOCK);
        try {
            return result.ok() ? Optional.of(Duration.between(Instant.now(), Instant.parse(result.stdout().strip())))
                    : Optional.empty();
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** What a few lines of PowerShell say, be it that they fail. */
    public String powershell(String source) {
        return encoded(source).stdout();
    }

    private Result encoded(String source) {
        return shell.run(EncodedPowerShell.words(source), Optional.empty(), QUICK, line -> { },
                context.cancellation());
    }

    /** The service ends and starts; one that does not run is only started. */
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
