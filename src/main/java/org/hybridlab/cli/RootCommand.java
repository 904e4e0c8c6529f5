package org.hybridlab.cli;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.GlobalOptions;
import org.hybridlab.cli.support.Version;
import org.hybridlab.common.error.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code hybridlab} without a command prints its help page. Without annotations, because the dynamic proxies behind
 * them take time at every start.
 */
final class RootCommand implements Callable<Integer> {
    private static final String PAGE = "page";

    private CommandSpec spec;

    private RootCommand() {
    }

    static CommandLine commandLine(GlobalOptions options) {
        RootCommand root = new RootCommand();
        root.spec = CommandSpec.wrapWithoutInspection(root).name("hybridlab").versionProvider(new Version());
        root.spec.addOption(OptionSpec.builder("--version").type(boolean.class).versionHelp(true)
                .description("Print the version.").build());
        GlobalFlags.addTo(root.spec, options);
        CommandLine commandLine = new CommandLine(root.spec);
        commandLine.setHelpSectionKeys(List.of(PAGE));
        commandLine.setHelpSectionMap(Map.of(PAGE, help -> HelpPage.text()));
        return commandLine;
    }

    @Override
    public Integer call() {
        CommandLine commandLine = spec.commandLine();
        commandLine.usage(commandLine.getErr());
        return ExitCode.INVALID.number();
    }
}
