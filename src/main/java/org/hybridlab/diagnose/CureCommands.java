package org.hybridlab.diagnose;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands of known failures, for a shell of the host. */
final class CureCommands {
    /** Placeholders that every command may have. */
    static final Set<String> NAMES = Set.of("lab", "machine");

    private static final Pattern WORD = Pattern.compile("\\{([a-z]+)}");
    /** Machines supply these words, so a shell must not interpret anything in them. */
    private static final Pattern HARMLESS = Pattern.compile("[\\w./@:,=!%+ -]*");
    private static final Pattern ARGUMENT = Pattern.compile("[^\\s-]\\S*");

    private CureCommands() {
    }

    static List<String> placeholders(String command) {
        return WORD.matcher(command).results().map(match -> match.group(1)).toList();
    }

    /** Drops commands with words that are unknown, or that a shell might interpret. */
    static List<String> filled(List<String> commands, Map<String, String> words) {
        boolean complete = commands.stream().flatMap(command -> placeholders(command).stream())
                .allMatch(name -> words.containsKey(name)
                        && (name.equals("lab") || HARMLESS.matcher(words.get(name)).matches()));
        return complete ? commands.stream().map(command -> filled(command, words)).toList() : List.of();
    }

    /** The same for people. Unknown words stay as names in capitals. */
    static String told(String text, Map<String, String> words) {
        return WORD.matcher(text).replaceAll(match -> Matcher.quoteReplacement(words.getOrDefault(match.group(1),
                match.group(1).toUpperCase(Locale.ROOT))));
    }

    /** Whether each word stays one argument and no option, so that a machine cannot widen a command. */
    static boolean addNoArguments(List<String> commands, Map<String, String> words) {
        return commands.stream().flatMap(command -> placeholders(command).stream()).filter(name -> !name.equals("lab"))
                .allMatch(name -> ARGUMENT.matcher(words.getOrDefault(name, "")).matches());
    }

    /** The lab's name is quoted already, and may have an instance. */
    private static String filled(String command, Map<String, String> words) {
        return WORD.matcher(command).replaceAll(match -> Matcher.quoteReplacement(words.get(match.group(1))));
    }
}
