package org.hybridlab.cli;

import org.hybridlab.cli.support.GlobalFlag;
import org.hybridlab.cli.support.GlobalOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/** Tells picocli of each {@link GlobalFlag}; inherited by all commands. */
final class GlobalFlags {
    private GlobalFlags() {
    }

    static void addTo(CommandSpec root, GlobalOptions options) {
        for (GlobalFlag flag : GlobalFlag.values()) {
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
            root.addOption(option.build());
        }
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
}
