package org.hybridlab.cli;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;

import org.hybridlab.cli.command.ReportCommand;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.service.lab.RecordedLabs;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Puts LAB in where it was left out and the current folder has a lab file. A first word that names a lab is LAB, also
 * if a machine is called so.
 */
public final class LabLeftOut implements IParameterPreprocessor {
    public static final String LABEL = "LAB";
    private static final String HERE = ".";

    private final Session session;

    private LabLeftOut(Session session) {
        this.session = session;
    }

    static void allow(CommandSpec command, Session session) {
        if (lab(command).isPresent()) {
            command.preprocessor(new LabLeftOut(session));
        }
    }

    private static Optional<PositionalParamSpec> lab(CommandSpec command) {
        return command.positionalParameters().stream().filter(one -> one.paramLabel().equals(LABEL)).findFirst();
    }

    /** @param stack the arguments after the command, the next one on top */
    @Override
    public boolean preprocess(Stack<String> stack, CommandSpec command, ArgSpec argument, Map<String, Object> info) {
        List<String> words = new ArrayList<>(stack);
        Collections.reverse(words);
        int first = firstPositional(words, command);
        boolean none = first == words.size();
        if (none && words.contains(ReportCommand.READ)) {
            // Another lab's report is read, of no lab here.
            words.add(first > 0 && words.get(first - 1).equals("--") ? first - 1 : first, HERE);
        } else if (!words.subList(0, first)
                .contains("--all") && (none || takesMore(command) && !isLab(words.get(first)))
                && Files.isRegularFile(session.directory().resolve(LabLocation.FILE_NAME))) {
            words.add(first > 0 && words.get(first - 1).equals("--") ? first - 1 : first, HERE);
        }
        if (command.parser().stopAtPositional()) {
            instanceFirst(words, firstPositional(words, command));
        }
        Collections.reverse(words);
        stack.clear();
        stack.addAll(words);
        return false;
    }

    /** Of kubectl's flags after LAB, the name of the instance is ours. */
    private static void instanceFirst(List<String> words, int lab) {
        if (lab + 2 < words.size() && words.get(lab + 1).equals(InstanceArgument.FLAG)) {
            words.add(lab + 2, words.remove(lab));
        }
    }

    private static boolean takesMore(CommandSpec command) {
        return command.positionalParameters().size() > 1;
    }

    private boolean isLab(String word) {
        try {
            LabLocation.find(word, session.labs(), session.directory());
            return true;
        } catch (LabException e) {
            return new RecordedLabs(new KnownLabs(session.folders()), session.directory()).called(word).findAny()
                    .isPresent();
        }
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
            if (option != null && option.arity().min() > 0) {
                i += option.arity().min();
            }
        }
        return words.size();
    }
}
