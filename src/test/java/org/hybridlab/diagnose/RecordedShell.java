package org.hybridlab.diagnose;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.guest.GuestShell;

/**
 * Stands in for a machine: answers each command with recorded text, and can do nothing else.
 *
 * @param calls "sudo" or "run", and the words of each command
 */
record RecordedShell(String machine, Function<List<String>, String> answers, Queue<String> calls)
        implements GuestShell {
    RecordedShell(String machine, Function<List<String>, String> answers) {
        this(machine, answers, new ConcurrentLinkedQueue<>());
    }

    @Override
    public Result run(List<String> words, Optional<String> stdin, Duration timeout, Consumer<String> lines,
                      Cancellation cancellation) {
        calls.add("run " + String.join(" ", words));
        return new Result(Command.of(words), 0, answers.apply(words), "", Duration.ZERO);
    }

    @Override
    public Result sudo(List<String> words, Optional<String> stdin, Duration timeout, Consumer<String> lines,
                       Cancellation cancellation) {
        if (stdin.isEmpty()) {
            calls.add("sudo " + String.join(" ", words));
            return new Result(Command.of(words), 0, answers.apply(words), "", Duration.ZERO);
        }
        // A machine that does not let us in says nothing.
        answers.apply(List.of("sh"));
        // The script of a Collector: for each source a line that says which one, and its command.
        for (String part : stdin.get().split("(?m)^(?=echo 'hybridlab-)")) {
            int end = part.indexOf('\n');
            List<String> source = ShellQuoting.split(part.substring(end + 1).replace(" < /dev/null 2> /dev/null", ""));
            calls.add("sudo " + String.join(" ", source));
            lines.accept(part.substring("echo '".length(), end - 1));
            answers.apply(source).lines().forEach(lines);
            if (source.contains("facts")) {
                lines.accept("facts: complete");
            }
        }
        return new Result(Command.of(words), 0, "", "", Duration.ZERO);
    }

    @Override
    public void upload(String content, String remotePath, String mode, Cancellation cancellation) {
        throw changesNothing();
    }

    @Override
    public void upload(Path local, String remotePath, String mode, Duration timeout, Cancellation cancellation) {
        throw changesNothing();
    }

    @Override
    public void download(String remotePath, Path local, Duration timeout, Cancellation cancellation) {
        throw changesNothing();
    }

    @Override
    public Result script(Path local, List<String> arguments, Duration timeout, Consumer<String> lines,
                         Cancellation cancellation) {
        throw changesNothing();
    }

    @Override
    public String bootId(Cancellation cancellation) {
        throw changesNothing();
    }

    @Override
    public void awaitReady(Duration timeout, Cancellation cancellation) {
        throw changesNothing();
    }

    @Override
    public void rebootAndWait(Duration timeout, Cancellation cancellation) {
        throw changesNothing();
    }

    private static AssertionError changesNothing() {
        return new AssertionError("looking for causes only reads");
    }
}
