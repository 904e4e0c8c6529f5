package org.hybridlab.cli;

import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.common.text.ResourceText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "completion", footer = {
        "  source <(hybridlab completion bash)",
        "  source <(hybridlab completion zsh)",
        "  hybridlab completion fish > ~/.config/fish/completions/hybridlab.fish"})
final class CompletionCommand extends SessionCommand {
    @Parameters(arity = "0..1", paramLabel = "SHELL", defaultValue = "bash",
            description = "bash, zsh or fish. Without it: ${DEFAULT-VALUE}.")
    private Shell shell;

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
            return ResourceText.of(Shell.class, "completion/" + file);
        }
    }

    @Override
    public Integer call() {
        return print(shell.script());
    }
}
