package org.hybridlab.guest;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;

/**
 * A fake: a machine that answers each command as its test says, a script as {@code script NAME ARGUMENTS...}. A real
 * one keeps uploads, boots, and can be out of reach.
 *
 * @param told commands, scripts and the paths of uploads
 */
public record FakeShell(String machine, Function<List<String>, Answer> answers, Queue<String> told)
        implements GuestShell {
    /** How a command ends. */
    public record Answer(int exitCode, String stdout) {
        public static final Answer DONE = new Answer(0, "");
        public static final Answer NO = new Answer(1, "");
    }

    public FakeShell(String machine, Function<List<String>, Answer> answers) {
        this(machine, answers, new ConcurrentLinkedQueue<>());
    }

    @Override
    public Result run(List<String> words, Optional<String> stdin, Duration timeout, Consumer<String> lines,
                      Cancellation cancellation) {
        told.add(String.join(" ", words));
        Answer answer = answers.apply(words);
        return new Result(Command.of(words), answer.exitCode(), answer.stdout(), "", Duration.ZERO);
    }

    @Override
    public Result sudo(List<String> words, Optional<String> stdin, Duration timeout, Consumer<String> lines,
                       Cancellation cancellation) {
        return run(words, stdin, timeout, lines, cancellation);
    }

    @Override
    public Result script(Path local, List<String> arguments, Duration timeout, Consumer<String> lines,
                         Cancellation cancellation) {
        List<String> words = new ArrayList<>(List.of("script", local.getFileName().toString()));
        words.addAll(arguments);
        return run(words, Optional.empty(), timeout, lines, cancellation);
    }

    @Override
    public void upload(String content, String remotePath, String mode, Cancellation cancellation) {
        told.add("upload %s %s".formatted(remotePath, mode));
    }

    @Override
    public void upload(Path local, String remotePath, String mode, Duration timeout, Cancellation cancellation) {
        upload("", remotePath, mode, cancellation);
    }

    @Override
    public void download(String remotePath, Path local, Duration timeout, Cancellation cancellation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String bootId(Cancellation cancellation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void awaitReady(Duration timeout, Cancellation cancellation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void rebootAndWait(Duration timeout, Cancellation cancellation) {
        throw new UnsupportedOperationException();
    }
}
