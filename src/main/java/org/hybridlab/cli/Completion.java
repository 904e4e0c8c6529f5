package org.hybridlab.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.hybridlab.cli.support.CommandName;
import org.hybridlab.cli.support.GlobalFlag;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.text.EnumIds;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Completes command lines, for the scripts of all shells. Never fails, as a shell cannot show an error meanwhile. */
final class Completion {
    /** The hidden first word. The last of the following words is completed. */
    static final String WORD = "__complete";
    static final String FILES = ":files";

    private final Session session;

    private Completion(Session session) {
        this.session = session;
    }

    static boolean isAskedForBy(String... arguments) {
        return arguments.length > 1 && arguments[0].equals(WORD);
    }

    static List<String> lines(Session session, String... arguments) {
        List<String> words = joined(Arrays.asList(arguments).subList(1, arguments.length));
        try {
            return new Completion(session).candidates(words);
        } catch (RuntimeException e) {
            return List.of();
        }
    }

    private static List<String> joined(List<String> words) {
        List<String> joined = new ArrayList<>();
        for (String word : words) {
            int last = joined.size() - 1;
            if (last >= 0 && (word.equals("=") && joined.get(last).startsWith("--") || joined.get(last).endsWith("=")
                    && joined.get(last).startsWith("--"))) {
                joined.set(last, joined.get(last) + word);
            } else {
                joined.add(word);
            }
        }
        return joined;
    }

    private List<String> candidates(List<String> words) {
        String typed = words.get(words.size() - 1);
        List<String> before = words.subList(0, words.size() - 1);
        int command = firstPositional(before);
        if (command == before.size()) {
            return root(typed, before);
        }
        Optional<CommandName> name = Stream.of(CommandName.values())
                .filter(one -> one.id().equals(before.get(command))).findFirst();
        return name.isEmpty() ? List.of() : ofCommand(name.get(), before.subList(command + 1, before.size()), typed);
    }

    /** Works without picocli, which is slow to load. */
    private static List<String> root(String typed, List<String> before) {
        Optional<GlobalFlag> open = before.isEmpty() ? Optional.empty() : takingValue(before.get(before.size() - 1));
        if (open.isPresent()) {
            return matching(typed, values(open.get().type()));
        }
        return typed.startsWith("-") ? matching(typed, Stream.of(GlobalFlag.values())
                .map(flag -> line(flag.names()[flag.names().length - 1], flag.description())))
                : matching(typed, Stream.of(CommandName.values()).map(one -> line(one.id(), one.summary())));
    }

    /** The flag of that name, if its value is the next word. */
    private static Optional<GlobalFlag> takingValue(String word) {
        return Stream.of(GlobalFlag.values()).filter(flag -> !flag.label().isEmpty()
                && List.of(flag.names()).contains(word)).findFirst();
    }

    private List<String> ofCommand(CommandName name, List<String> words, String typed) {
        if (name == CommandName.HELP) {
            return matching(typed, Stream.concat(Stream.of(CommandName.values()).map(one -> line(one.id(),
                    one.summary())), Stream.of(line(HelpCommand.EXIT_CODES, "What calls end with"))));
        }
        CommandLine command = CommandTree.forCall(session, name.id()).getSubcommands().get(name.id());
        List<String> rest = words;
        if (!command.getSubcommands().isEmpty()) {
            int next = firstPositional(words);
            if (next == words.size()) {
                return matching(typed, command.getSubcommands().entrySet().stream().map(one -> line(one.getKey(),
                        String.join(" ", one.getValue().getCommandSpec().usageMessage().description()))));
            }
            command = command.getSubcommands().get(words.get(next));
            rest = words.subList(next + 1, words.size());
        }
        return command == null ? List.of() : arguments(command.getCommandSpec(), rest, typed);
    }

    private List<String> arguments(CommandSpec spec, List<String> words, String typed) {
        Optional<OptionSpec> open = words.isEmpty() ? Optional.empty() : option(spec, words.get(words.size() - 1));
        int equals = typed.indexOf('=');
        List<String> positional = positional(spec, words);
        if (open.isPresent()) {
            return ofArgument(open.get(), positional, "", typed);
        }
        if (typed.startsWith("--") && equals > 0) {
            String prefix = typed.substring(0, equals + 1);
            return option(spec, typed.substring(0, equals)).map(one -> ofArgument(one, positional, prefix,
                    typed.substring(equals + 1))).orElse(List.of());
        }
        if (typed.startsWith("-") && !words.contains("--")) {
            return matching(typed, spec.options().stream().filter(one -> !one.hidden()).map(one -> line(
                    one.longestName(), String.join(" ", one.description()))));
        }
        return spec.positionalParameters().stream().filter(one -> one.index().contains(positional.size()))
                .map(one -> ofArgument(one, positional, "", typed)).findFirst().orElse(List.of());
    }

    /** @param prefix of the value, in the same word */
    private List<String> ofArgument(ArgSpec argument, List<String> positional, String prefix, String typed) {
        if (argument.completionCandidates() != null) {
            return matching(prefix, typed, StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                    .map(word -> word.toLowerCase(Locale.ROOT)));
        }
        if (argument.type().isEnum()) {
            return matching(prefix, typed, values(argument.type()));
        }
        String label = argument instanceof PositionalParamSpec || !argument.paramLabel().equals("NAME")
                ? argument.paramLabel().replaceAll("[\\[\\]<>.]", "") : "";
        if (label.equals("FILE") || label.equals("FOLDER")) {
            return List.of(FILES);
        }
        int comma = label.equals("MACHINE") && argument.isOption() ? typed.lastIndexOf(',') + 1 : 0;
        Stream<String> names = new CompletionNames(session).of(label, positional);
        List<String> found = matching(prefix + typed.substring(0, comma), typed.substring(comma), names);
        return label.equals("FROM") || label.equals("TO") ? Stream.concat(found.stream(), Stream.of(FILES)).toList()
                : found;
    }

    /** An option whose value is the next word. */
    private static Optional<OptionSpec> option(CommandSpec spec, String word) {
        return Optional.ofNullable(spec.findOption(word)).filter(one -> word.startsWith("-") && one.arity().min() > 0);
    }

    private static List<String> positional(CommandSpec spec, List<String> words) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (option(spec, words.get(i)).isPresent()) {
                i++;
            } else if (!words.get(i).startsWith("-")) {
                found.add(words.get(i));
            }
        }
        return found;
    }

    private static int firstPositional(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            if (!words.get(i).startsWith("-")) {
                return i;
            }
            if (takingValue(words.get(i)).isPresent()) {
                i++;
            }
        }
        return words.size();
    }

    private static Stream<String> values(Class<?> type) {
        return Stream.of(type.getEnumConstants()).map(one -> EnumIds.of((Enum<?>) one));
    }

    private static String line(String word, String description) {
        return word + "\t" + description;
    }

    private static List<String> matching(String typed, Stream<String> lines) {
        return matching("", typed, lines);
    }

    private static List<String> matching(String prefix, String typed, Stream<String> lines) {
        return lines.filter(line -> line.startsWith(typed)).distinct().map(prefix::concat).toList();
    }
}
