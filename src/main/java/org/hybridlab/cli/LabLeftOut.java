package org.hybridlab.cli;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Stack;

import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.LabArgument;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.host.KnownLabs;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IParamLabelRenderer;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Inserts LAB where it was left out and the current folder has a lab file. A first word that names a lab is LAB, even
 * if a machine has that name.
 */
final class LabLeftOut implements IParameterPreprocessor {
    private static final String COMMAND = "COMMAND";
    private static final List<String> BEFORE_COMMAND = List.of("--on", "--sudo", InstanceArgument.FLAG);
    private static final String HERE = ".";
    /** Flags that replace a lab. */
    private static final List<String> INSTEAD = List.of("--all", "--orphans");

    private final Session session;

    private LabLeftOut(Session session) {
        this.session = session;
    }

    static void allow(CommandSpec command, Session session) {
        if (command.positionalParameters().stream().anyMatch(LabLeftOut::isLab)) {
            command.preprocessor(new LabLeftOut(session));
        }
    }

    /** Help shows {@code [LAB]} wherever it may be left out, though the parser wants it. */
    static Help help(CommandSpec command, ColorScheme colors) {
        return new Help(command, colors) {
            @Override
            public IParamLabelRenderer parameterLabelRenderer() {
                return new Labels(super.parameterLabelRenderer());
            }
        };
    }

    /** A group offers LAB as one of several arguments; it is not inserted there. */
    private static boolean isLab(ArgSpec argument) {
        return argument.isPositional() && argument.paramLabel().equals(LabArgument.LABEL) && argument.group() == null;
    }

    private record Labels(IParamLabelRenderer usual) implements IParamLabelRenderer {
        @Override
        public Text renderParameterLabel(ArgSpec argument, Ansi ansi, List<IStyle> styles) {
            Text label = usual.renderParameterLabel(argument, ansi, styles);
            return isLab(argument) && argument.command().preprocessor() instanceof LabLeftOut
                    && argument.arity().min() > 0 ? ansi.new Text("[").concat(label).concat("]") : label;
        }

        @Override
        public String separator() {
            return usual.separator();
        }
    }

    /** @param stack the arguments after the command, next on top */
    @Override
    public boolean preprocess(Stack<String> stack, CommandSpec command, ArgSpec argument, Map<String, Object> info) {
        List<String> words = new ArrayList<>(stack);
        Collections.reverse(words);
        int first = firstPositional(words, command);
        boolean none = first == words.size();
        if (Collections.disjoint(words.subList(0, first), INSTEAD)
                && (none || takesMore(command) && (lacksOne(words, command) || !isLab(words.get(first))))
                && Files.isRegularFile(session.directory().resolve(LabLocation.FILE_NAME))) {
            words.add(first > 0 && words.get(first - 1).equals("--") ? first - 1 : first, HERE);
        }
        if (command.parser().stopAtPositional()) {
            instanceFirst(words, firstPositional(words, command));
        }
        command.positionalParameters().stream().filter(one -> one.paramLabel().equals(COMMAND)).findFirst()
                .ifPresent(one -> endOptions(words, command, one.index().min()));
        Collections.reverse(words);
        stack.clear();
        stack.addAll(words);
        return false;
    }

    /** After LAB, {@code --name} is the only flag that is not kubectl's. */
    private static void instanceFirst(List<String> words, int lab) {
        if (lab + 1 < words.size() && isFlag(words.get(lab + 1), InstanceArgument.FLAG)) {
            int last = words.get(lab + 1).equals(InstanceArgument.FLAG) ? lab + 2 : lab + 1;
            if (last < words.size()) {
                words.add(last, words.remove(lab));
            }
        }
    }

    private static boolean isFlag(String word, String flag) {
        return word.equals(flag) || word.startsWith(flag + "=");
    }

    /** If all arguments are required, their number tells whether LAB was left out. */
    private static boolean lacksOne(List<String> words, CommandSpec command) {
        if (command.positionalParameters().stream().anyMatch(one -> one.arity().min() != 1 || one.arity().max() != 1)) {
            return false;
        }
        return positionals(words, command).size() == command.positionalParameters().size() - 1;
    }

    /** Ends the options before a machine's command: the {@code -h} of {@code df -h} is not ours. */
    private static void endOptions(List<String> words, CommandSpec command, int before) {
        positionals(words, command).stream().skip(before).findFirst()
                .filter(index -> !words.subList(0, index).contains("--")).ifPresent(index -> {
                    refuseOwn(words.subList(index, words.size()), command);
                    words.add(index, "--");
                });
    }

    /** Flags that choose machines must not become words of the command that runs there. */
    private static void refuseOwn(List<String> words, CommandSpec command) {
        words.stream().filter(word -> BEFORE_COMMAND.stream().anyMatch(flag -> isFlag(word, flag)
                && command.findOption(flag) != null)).findFirst().ifPresent(flag -> {
                    throw new ParameterException(command.commandLine(), flag + " stands behind the command. Write it "
                            + "before the command, or -- before the command if it is the command's own.");
                });
    }

    private static boolean takesMore(CommandSpec command) {
        return command.positionalParameters().size() > 1;
    }

    private boolean isLab(String word) {
        try {
            LabLocation.find(word, session.context().labs(), session.directory());
            // A file that is no lab file is meant for another argument.
            return word.matches(".*\\.ya?ml") || !Files.isRegularFile(session.directory().resolve(word));
        } catch (LabException e) {
            return new KnownLabs(session.folders()).called(word, session.directory()).findAny().isPresent();
        }
    }

    private static List<Integer> positionals(List<String> words, CommandSpec command) {
        List<Integer> indices = new ArrayList<>();
        int next = firstPositional(words, command);
        while (next < words.size()) {
            indices.add(next);
            next += 1 + firstPositional(words.subList(next + 1, words.size()), command);
        }
        return indices;
    }

    /** Its index, or the number of words if there is none. */
    private static int firstPositional(List<String> words, CommandSpec command) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("--")) {
                return Math.min(i + 1, words.size());
            }
            if (!word.startsWith("-") || word.equals("-")) {
                return i;
            }
            OptionSpec option = command.findOption(word);
            if (command.parser().stopAtPositional() && command.findOption(word.replaceFirst("=.*", "")) == null) {
                // A flag of the program that gets the rest.
                return i;
            }
            if (option != null && option.arity().min() > 0) {
                i += option.arity().min();
            }
        }
        return words.size();
    }
}
