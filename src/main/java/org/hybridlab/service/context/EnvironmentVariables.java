package org.hybridlab.service.context;

import static java.util.Map.entry;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.Suggestion;

/** All variables that users may set, and their values, as in docs/reference/environment.md. */
public final class EnvironmentVariables {
    public static final String PROVIDER = "HYBRIDLAB_PROVIDER";
    /** Simulates Windows machines of labs that come up. */
    public static final String SIMULATE_WINDOWS = "HYBRIDLAB_SIMULATE_WINDOWS";
    private static final String PREFIX = "HYBRIDLAB_";
    private static final List<String> ON = List.of("1", "true", "yes", "on");
    private static final List<String> SWITCH = Stream.concat(ON.stream(), Stream.of("0", "false", "no", "off"))
            .toList();
    /** Variables of users. An empty list allows any text. */
    private static final Map<String, List<String>> KNOWN = new TreeMap<>(Map.ofEntries(
            entry("HYBRIDLAB_OUTPUT", List.of("text", "json")),
            entry("HYBRIDLAB_COLOR", List.of("auto", "always", "never")),
            entry("HYBRIDLAB_YES", SWITCH), entry("HYBRIDLAB_TRUST", SWITCH), entry("HYBRIDLAB_DEBUG", SWITCH),
            entry(SIMULATE_WINDOWS, SWITCH),
            entry(PROVIDER, Arrays.stream(ProviderName.values()).map(ProviderName::id).toList()),
            entry(Bundles.SOURCE_VARIABLE, List.of("auto", "official", "modules")),
            entry("HYBRIDLAB_JAVA_OPTIONS", List.of()), entry("HYBRIDLAB_TERMINAL", List.of("0", "1"))));
    /** Variables between hybridlab's own parts. */
    private static final Set<String> OWN = Set.of("HYBRIDLAB_HOME", "HYBRIDLAB_UP", "HYBRIDLAB_DESTROY",
            "HYBRIDLAB_AUTHORIZED_KEY", "HYBRIDLAB_FRESH_BASE");
    private static final List<String> OF_TESTS = List.of("HYBRIDLAB_TEST_", "HYBRIDLAB_STANDIN_");

    private EnvironmentVariables() {
    }

    public static Set<String> names() {
        return KNOWN.keySet();
    }

    /** Throws {@code environment-wrong} (exit 2) for a value that is not understood: it must not count as "no". */
    public static void check(Map<String, String> environment) {
        KNOWN.forEach((name, words) -> {
            String value = value(environment, name);
            if (!words.isEmpty() && !value.isEmpty() && !words.contains(value)) {
                throw LabException.invalid("environment-wrong", "%s is '%s'.".formatted(name, environment.get(name)),
                        "Set it to one of these, or unset it: %s.".formatted(String.join(", ", words)));
            }
        });
    }

    /** A line for each variable that looks like hybridlab's and is not. */
    public static List<String> unknown(Map<String, String> environment) {
        return environment.keySet().stream().filter(name -> name.startsWith(PREFIX)).sorted()
                .filter(name -> !KNOWN.containsKey(name) && !OWN.contains(name))
                .filter(name -> OF_TESTS.stream().noneMatch(name::startsWith))
                .map(name -> "warning: hybridlab knows no variable %s. %s".formatted(name,
                        Suggestion.nearest(name.substring(PREFIX.length()), suffixes()).map(suffix ->
                                "Did you mean %s%s?".formatted(PREFIX, suffix))
                                        .orElse("docs/reference/environment.md lists all.")))
                .toList();
    }

    /** Trimmed, in lower case; empty if unset. */
    public static String value(Map<String, String> environment, String name) {
        return environment.getOrDefault(name, "").strip().toLowerCase(Locale.ROOT);
    }

    public static boolean isOn(Map<String, String> environment, String name) {
        return ON.contains(value(environment, name));
    }

    private static Set<String> suffixes() {
        return KNOWN.keySet().stream().map(name -> name.substring(PREFIX.length())).collect(Collectors.toSet());
    }
}
