package org.hybridlab.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.hybridlab.cli.support.SessionCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what a shell sources to complete commands, flags and names. */
@Command(name = "completion", footer = {
        "  source <(hybridlab completion bash)",
        "  source <(hybridlab completion zsh)",
        "  hybridlab completion fish > ~/.config/fish/completions/hybridlab.fish"})
final class CompletionCommand extends SessionCommand {
    @Parameters(arity = "0..1", paramLabel = "SHELL", defaultValue = "bash",
            description = "bash, zsh or fish. Without it: ${DEFAULT-VALUE}.")
    private Shell shell;

    /** A shell, and the file name that its completion script is installed under. */
    enum Shell {
        BASH("hybridlab.bash"), ZSH("_hybridlab"), FISH("hybridlab.fish");

        private final String file;

        Shell(String file) {
            this.file = file;
        }

        String file() {
            return file;
        }

        String script() {
            try (InputStream script = Shell.class.getResourceAsStream("/org/hybridlab/cli/completion/" + file)) {
                return new String(script.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public Integer call() {
        return print(shell.script());
    }
}
