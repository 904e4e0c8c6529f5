package org.hybridlab.steps;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.failure.LabException;
import org.hybridlab.guest.GuestShell;
import org.hybridlab.plan.StepContext;
import org.hybridlab.process.Result;

/** A Windows machine as one running step sees it. Every line of a script's output is the step's. */
final class WindowsGuest {
    /** Where scripts find programs, settings and secrets, and where the marks of steps lie. */
    static final String FOLDER = "C:/hybridlab";
    private static final Duration QUICK = Duration.ofMinutes(2);

    private final GuestShell shell;
    private final StepContext context;

    WindowsGuest(GuestShell shell, StepContext context) {
        this.shell = shell;
        this.context = context;
    }

    GuestShell shell() {
        return shell;
    }

    void line(String text) {
        context.line(text);
    }

    /** Runs a script of the workspace by its path. */
    void script(Path local, Duration within, String... arguments) {
        String name = local.getFileName().toString();
        shell.script(local, List.of(arguments), within, context::line, context.cancellation())
                .orFail("windows-script-failed", "%s failed on %s.".formatted(name, shell.machine()),
                        "Read it: " + local + ", then run the same command again.");
    }

    /** Sends a file of this host that is no secret. */
    void send(Path local, String remote, Duration within) {
        shell.upload(local, remote, "0644", within, context.cancellation());
    }

    /** @param secret whether only the system and administrators may read it */
    void write(String remote, String content, boolean secret) {
        shell.upload(content, remote, secret ? "0600" : "0644", context.cancellation());
    }

    void writeSecret(String remote, String content) {
        write(remote, content, true);
    }

    void remove(String... paths) {
        for (String path : paths) {
            quietly("cmd", "/c", "del", "/q", path.replace('/', '\\'));
        }
    }

    /** What a step left for its next look; empty too where the machine does not answer: a look never fails. */
    Optional<String> mark(String name) {
        return read(FOLDER + "/done/" + name);
    }

    void setMark(String name, String content) {
        shell.upload(content + "\n", FOLDER + "/done/" + name, "0644", context.cancellation());
    }

    /** Content of a small file without blanks around; empty if it is not there. */
    Optional<String> read(String path) {
        try {
            Result result = quietly("cmd", "/c", "type", path.replace('/', '\\'));
            return result.ok() ? Optional.of(result.stdout().strip()) : Optional.empty();
        } catch (LabException e) {
            if (e.id().equals("ssh-lost")) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Result quietly(String... words) {
        return shell.run(List.of(words), Optional.empty(), QUICK, line -> { }, context.cancellation());
    }
}
