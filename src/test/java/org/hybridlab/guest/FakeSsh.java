package org.hybridlab.guest;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.fake.StubProgram;

/**
 * A fake: hands the remote command of each ssh to a shell of this host, as sshd hands it to the login shell; sudo is a
 * script that runs what it is given. What ssh itself does with its options is not in it.
 */
final class FakeSsh implements Processes {
    final List<Command> commands = Collections.synchronizedList(new ArrayList<>());
    /** Exit codes of ssh itself for the next calls, instead of running them; 255 is a lost connection. */
    final Queue<Integer> failures = new ConcurrentLinkedQueue<>();
    /** How many bytes of the next commands' standard input reach the machine before the connection is cut. */
    final Queue<Integer> cuts = new ConcurrentLinkedQueue<>();
    private final Path bin;
    private final Path home;

    FakeSsh(Path folder) {
        this.bin = folder.resolve("bin");
        this.home = folder.resolve("remote-home");
        unchecked(() -> Files.createDirectories(home));
        StubProgram.write(bin.resolve("sudo"), "shift 2\nexec \"$@\"");
    }

    /** Where remote commands start. */
    Path home() {
        return home;
    }

    @Override
    public Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        commands.add(command);
        Integer failure = failures.poll();
        if (failure != null) {
            return new Result(command, failure, "", "Connection closed by remote host\n", java.time.Duration.ZERO);
        }
        String remote = command.words().get(command.words().size() - 1);
        Command there = command.words(List.of("sh", "-c", remote)).in(home)
                .env("PATH", bin + ":" + System.getenv("PATH"));
        Integer cut = cuts.poll();
        if (cut == null) {
            return new LocalProcesses().run(there, lines, cancellation);
        }
        // sshd ends the input of what it runs, and lets it go on; nobody hears how it ends.
        new LocalProcesses().run(there.stdin(input(command).substring(0, cut)), line -> { }, cancellation);
        return new Result(command, 255, "", "Connection closed by remote host\n", java.time.Duration.ZERO);
    }

    private static String input(Command command) {
        return command.stdin().orElseGet(() -> unchecked(() -> Files.readString(command.stdinFiles().get(0))));
    }
}
