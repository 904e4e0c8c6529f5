package org.hybridlab.cli;

import java.util.Locale;
import java.util.Map;

import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/** {@code HYBRIDLAB_<LONG NAME>} is the default of a global flag, for example {@code HYBRIDLAB_OUTPUT=json}. */
final class EnvironmentDefaults implements IDefaultValueProvider {
    private final Map<String, String> environment;

    EnvironmentDefaults(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || !isGlobal(option)) {
            return null;
        }
        String value = environment.get(variable(option.longestName()));
        return value == null || value.isBlank() ? null : value(option, value.strip());
    }

    /** The name of the variable for a flag such as {@code --output}. */
    static String variable(String flag) {
        return "HYBRIDLAB_" + flag.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private static boolean isGlobal(OptionSpec option) {
        return option.inherited() || option.scopeType() == ScopeType.INHERIT;
    }

    private static String value(OptionSpec option, String value) {
        if (option.type() != boolean.class) {
            return value;
        }
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "1", "yes", "on" -> "true";
            case "0", "no", "off" -> "false";
            default -> value;
        };
    }
}
