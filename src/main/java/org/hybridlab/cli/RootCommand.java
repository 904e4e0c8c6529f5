package org.hybridlab.cli;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.GlobalFlag;
import org.hybridlab.cli.support.GlobalOptions;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.service.context.ProductVersion;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/** Prints the help page. Has no annotations, because the dynamic proxies behind them cost time at every start. */
final class RootCommand implements Callable<Integer> {
    private static final String PAGE = "page";

    private CommandSpec spec;

    private RootCommand() {
    }

    static CommandLine commandLine(GlobalOptions options) {
        RootCommand root = new RootCommand();
        root.spec = CommandSpec.wrapWithoutInspection(root).name("hybridlab")
                .versionProvider(() -> new String[] {"hybridlab " + ProductVersion.number()});
        root.spec.addOption(OptionSpec.builder("--version").type(boolean.class).versionHelp(true)
                .description("Print the version.").build());
        for (GlobalFlag flag : GlobalFlag.values()) {
            root.spec.addOption(option(flag, options));
        }
        CommandLine commandLine = new CommandLine(root.spec);
        commandLine.setHelpSectionKeys(List.of(PAGE));
        commandLine.setHelpSectionMap(Map.of(PAGE, help -> HelpPage.text()));
        return commandLine;
    }

    private static OptionSpec option(GlobalFlag flag, GlobalOptions options) {
        OptionSpec.Builder option = OptionSpec.builder(flag.names()).scopeType(ScopeType.INHERIT)
                .type(flag.type()).description(flag.description());
        if (flag == GlobalFlag.HELP) {
            option.usageHelp(true);
        } else {
            option.setter(new Assign(options, flag));
        }
        if (!flag.label().isEmpty()) {
            option.paramLabel(flag.label());
        }
        return option.build();
    }

    private record Assign(GlobalOptions options, GlobalFlag flag) implements ISetter {
        @Override
        public <T> T set(T value) {
            if (value != null) {
                options.give(flag, value);
            }
            return null;
        }
    }

    @Override
    public Integer call() {
        CommandLine commandLine = spec.commandLine();
        commandLine.usage(commandLine.getErr());
        return ExitCode.INVALID.number();
    }
}
