package org.hybridlab.provider.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.ProviderName;

/** A provider's own program, where it is faster than Vagrant or can do more. */
public final class ProviderTool {
    /** Enough for lists on a busy host. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ProviderName provider;
    private final Processes processes;
    private final Command program;

    /** @param program with the common words of every call */
    public ProviderTool(ProviderName provider, Processes processes, Command program) {
        this.provider = provider;
        this.processes = processes;
        this.program = program;
    }

    public String ask(Cancellation cancellation, String... words) {
        return answer(program.with(words), cancellation);
    }

    /** For lists and states: short limit, so that a provider that hangs is not waited for. */
    public String look(Cancellation cancellation, String... words) {
        return checked(soon(provider, processes, program.with(words), cancellation));
    }

    /** @throws LabException {@code provider-not-answering} at the time limit */
    public static Result soon(ProviderName provider, Processes processes, Command command,
                              Cancellation cancellation) {
        try {
            return run(provider, processes, command.timeout(PATIENCE), cancellation);
        } catch (LabException e) {
            throw e.id().equals("timed-out") ? silent(provider, command.words().get(0), PATIENCE).causedBy(e) : e;
        }
    }

    /** The advice names the provider, since plain {@code setup} uses the host's default. */
    private static Result run(ProviderName provider, Processes processes, Command command, Cancellation cancellation) {
        try {
            return processes.run(command, cancellation);
        } catch (LabException e) {
            throw e.id().equals("program-missing") ? LabException.hostNotReady(e.id(), e.what(),
                    "Run `hybridlab setup --provider %s`, or install it and put it on the PATH."
                            .formatted(provider.id())).causedBy(e) : e;
        }
    }

    public String tell(String stdin, Cancellation cancellation, String... words) {
        return answer(program.with(words).stdin(stdin), cancellation);
    }

    public void save(Path file, Duration within, Cancellation cancellation, String... words) {
        answer(program.with(words).timeout(within).stdoutTo(file), cancellation);
    }

    /** With files as stdin, one after the other. */
    public String feed(List<Path> files, Duration within, Cancellation cancellation, String... words) {
        return answer(program.with(words).timeout(within).stdinFrom(files), cancellation);
    }

    private String answer(Command command, Cancellation cancellation) {
        return checked(run(provider, processes, command, cancellation));
    }

    private String checked(Result result) {
        if (!result.ok()) {
            throw notAnswering(provider, "%s failed: %s".formatted(program.words().get(0), result.stderr().strip()))
                    .because(result.command().pasteable() + " exited with " + result.exitCode());
        }
        return result.stdout();
    }

    public static LabException silent(ProviderName provider, Duration waited) {
        return silent(provider, provider.id(), waited);
    }

    private static LabException silent(ProviderName provider, String who, Duration waited) {
        return notAnswering(provider, "%s did not answer within %d s.".formatted(who, waited.toSeconds()));
    }

    public static LabException notAnswering(ProviderName provider, String what) {
        return LabException.hostNotReady("provider-not-answering", what, ("Run `hybridlab doctor --provider %s`: it "
                + "says what the provider lacks, and whether you may use it.").formatted(provider.id()));
    }
}
