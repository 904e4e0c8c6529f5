package org.hybridlab.cli;

import java.util.concurrent.Callable;

import org.hybridlab.failure.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code hybridlab} without a command prints its help page. */
@Command(name = "hybridlab", versionProvider = Version.class, synopsisSubcommandLabel = "COMMAND",
        description = "Turns one small file into a checked Kubernetes cluster on Vagrant machines.",
        optionListHeading = "%nGlobal options:%n", commandListHeading = "%nCommands:%n",
        footerHeading = "%nExample:%n", footer = "  hybridlab up first-cluster")
final class RootCommand implements Callable<Integer> {
    @Mixin
    private final GlobalOptions options;
    @Option(names = {"-h", "--help"}, usageHelp = true, scope = ScopeType.INHERIT, description = "Show this help.")
    private boolean help;
    @Option(names = "--version", versionHelp = true, description = "Print the version.")
    private boolean version;
    @Spec
    private CommandSpec spec;

    RootCommand(GlobalOptions options) {
        this.options = options;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.INVALID.number();
    }
}
