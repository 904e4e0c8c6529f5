package org.hybridlab.cli.support;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.hybridlab.service.context.EnvironmentVariables;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/** {@code HYBRIDLAB_<LONG NAME>} is the default of a global flag, such as {@code HYBRIDLAB_OUTPUT=json}. */
public final class EnvironmentDefaults implements IDefaultValueProvider {
    private final Map<String, String> environment;

    public EnvironmentDefaults(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public String defaultValue(ArgSpec argument) {
        return argument instanceof OptionSpec option && isGlobal(option) && !isSwitch(option) ? value(option) : null;
    }

    /** Prepends switches that the environment turns on. They cannot be defaults: picocli inverts a switch's default. */
    public String[] withSwitches(CommandSpec root, String... arguments) {
        List<String> all = new ArrayList<>();
        for (OptionSpec option : root.options()) {
            if (isGlobal(option) && isSwitch(option)
                    && EnvironmentVariables.isOn(environment, variable(option.longestName()))) {
                all.add(option.longestName());
            }
        }
        all.addAll(Arrays.asList(arguments));
        return all.toArray(new String[0]);
    }

    /** Of a flag such as {@code --output}. */
    public static String variable(String flag) {
        return "HYBRIDLAB_" + flag.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private static boolean isGlobal(OptionSpec option) {
        return option.inherited() || option.scopeType() == ScopeType.INHERIT;
    }

    private static boolean isSwitch(OptionSpec option) {
        return option.type() == boolean.class;
    }

    private String value(OptionSpec option) {
        String value = environment.get(variable(option.longestName()));
        return value == null || value.isBlank() ? null : value.strip();
    }
}
