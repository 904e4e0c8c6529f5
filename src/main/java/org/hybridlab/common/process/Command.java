package org.hybridlab.common.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * A program with its arguments. Immutable. Other users can read {@code words} and {@code environment}, so secrets go
 * through {@code stdin}.
 *
 * @param words program and arguments, unquoted
 * @param directory empty: hybridlab's own
 * @param environment added to hybridlab's own
 * @param stdin comes before {@code stdinFiles}; may be empty
 * @param laterStdin standard input that comes while it runs; empty: {@code stdin}
 * @param stdinFiles read one after the other; empty: an immediate end of file
 * @param stdoutFile takes the unchanged output; empty: the {@link Result} has it
 * @param timeout after which it is interrupted, then killed with its children
 * @param ownSession whether hybridlab alone passes on Ctrl-C, on hosts with {@code setsid}
 * @param verbatim whether to keep empty lines and line ends
 */
public record Command(List<String> words, Optional<Path> directory, Map<String, String> environment,
                      Optional<String> stdin, Optional<Future<String>> laterStdin, List<Path> stdinFiles,
                      Optional<Path> stdoutFile, Duration timeout, boolean ownSession, boolean verbatim) {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(2);

    public Command {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
        stdinFiles = List.copyOf(stdinFiles);
    }

    public static Command of(String... words) {
        return of(List.of(words));
    }

    public static Command of(List<String> words) {
        return new Command(words, Optional.empty(), Map.of(), Optional.empty(), Optional.empty(), List.of(),
                Optional.empty(), DEFAULT_TIMEOUT, false, false);
    }

    public Command with(String... more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return words(all);
    }

    public Command words(List<String> newWords) {
        return new Command(newWords, directory, environment, stdin, laterStdin, stdinFiles, stdoutFile, timeout,
                ownSession, verbatim);
    }

    public Command in(Path newDirectory) {
        return new Command(words, Optional.of(newDirectory), environment, stdin, laterStdin, stdinFiles, stdoutFile,
                timeout, ownSession, verbatim);
    }

    public Command env(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.put(name, value);
        return new Command(words, directory, all, stdin, laterStdin, stdinFiles, stdoutFile, timeout, ownSession,
                verbatim);
    }

    public Command stdin(String text) {
        return new Command(words, directory, environment, Optional.of(text), Optional.empty(), List.of(), stdoutFile,
                timeout, ownSession, verbatim);
    }

    /** @param text known later: the program runs, and waits for it when it reads */
    public Command stdinLater(Future<String> text) {
        return new Command(words, directory, environment, Optional.empty(), Optional.of(text), List.of(), stdoutFile,
                timeout, ownSession, verbatim);
    }

    public Command stdinFrom(Path file) {
        return stdinFrom(List.of(file));
    }

    /** @param files read as if they were one, after the text */
    public Command stdinFrom(List<Path> files) {
        return new Command(words, directory, environment, stdin, Optional.empty(), files, stdoutFile,
                timeout, ownSession, verbatim);
    }

    public Command stdoutTo(Path file) {
        return new Command(words, directory, environment, stdin, laterStdin, stdinFiles, Optional.of(file), timeout,
                ownSession, verbatim);
    }

    public Command timeout(Duration newTimeout) {
        return new Command(words, directory, environment, stdin, laterStdin, stdinFiles, stdoutFile, newTimeout,
                ownSession, verbatim);
    }

    /** For programs that count interrupts, which would get one from the terminal and one from us. */
    public Command inOwnSession() {
        return new Command(words, directory, environment, stdin, laterStdin, stdinFiles, stdoutFile, timeout, true,
                verbatim);
    }

    /** For output that is passed on. Internal readers need no empty lines. */
    public Command asWritten() {
        return new Command(words, directory, environment, stdin, laterStdin, stdinFiles, stdoutFile, timeout,
                ownSession, true);
    }

    public String pasteable() {
        String line = words.stream().map(ShellQuoting::quote).collect(Collectors.joining(" "));
        return directory.map(dir -> "cd " + ShellQuoting.quote(dir.toString()) + " && " + line).orElse(line);
    }
}
