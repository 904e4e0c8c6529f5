package org.hybridlab.diagnose;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Command lines of known failures, which a person pastes into a shell of the host. */
final class CureCommands {
    /** What every command may name. */
    static final Set<String> NAMES = Set.of("lab", "machine");

    private static final Pattern WORD = Pattern.compile("\\{([a-z]+)}");
    /** Machines say these; a shell must find nothing to do in them, however they are quoted. */
    private static final Pattern HARMLESS = Pattern.compile("[\\w./@:,=!%+ -]*");
    private static final Pattern ARGUMENT = Pattern.compile("[^\\s-]\\S*");

    private CureCommands() {
    }

    /** The names in braces. */
    static List<String> placeholders(String command) {
        return WORD.matcher(command).results().map(match -> match.group(1)).toList();
    }

    /** Without those that need a word which is not known, or which a shell might act on. */
    static List<String> filled(List<String> commands, Map<String, String> words) {
        boolean complete = commands.stream().flatMap(command -> placeholders(command).stream())
                .allMatch(name -> words.containsKey(name)
                        && (name.equals("lab") || HARMLESS.matcher(words.get(name)).matches()));
        return complete ? commands.stream().map(command -> filled(command, words)).toList() : List.of();
    }

    /** The same for people; the name of a word that is not known stands for it, in capitals. */
    static String told(String text, Map<String, String> words) {
        return WORD.matcher(text).replaceAll(match -> Matcher.quoteReplacement(words.getOrDefault(match.group(1),
                match.group(1).toUpperCase(Locale.ROOT))));
    }

    /** Whether each word stays one argument, and no option: what machines say must not widen what a command does. */
    static boolean addNoArguments(List<String> commands, Map<String, String> words) {
        return commands.stream().flatMap(command -> placeholders(command).stream()).filter(name -> !name.equals("lab"))
                .allMatch(name -> ARGUMENT.matcher(words.getOrDefault(name, "")).matches());
    }

    /** The lab's word is quoted already, and may name an instance. */
    private static String filled(String command, Map<String, String> words) {
        return WORD.matcher(command).replaceAll(match -> Matcher.quoteReplacement(words.get(match.group(1))));
    }
}
