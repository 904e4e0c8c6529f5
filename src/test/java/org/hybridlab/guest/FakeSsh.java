package org.hybridlab.guest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import org.hybridlab.process.Cancellation;
import org.hybridlab.process.Command;
import org.hybridlab.process.LocalProcesses;
import org.hybridlab.process.Processes;
import org.hybridlab.process.Result;

/**
 * A fake: hands the remote command of each ssh to a shell of this host, as sshd hands it to the login shell; sudo is a
 * script that runs what it is given. What ssh itself does with its options is not in it.
 */
final class FakeSsh implements Processes {
    final List<Command> commands = Collections.synchronizedList(new ArrayList<>());
    /** Exit codes of ssh itself for the next calls, instead of running them; 255 is a lost connection. */
    final Queue<Integer> failures = new ConcurrentLinkedQueue<>();
    private final Path bin;
    private final Path home;

    FakeSsh(Path folder) {
        this.bin = folder.resolve("bin");
        this.home = folder.resolve("remote-home");
        try {
            Files.createDirectories(home);
            Files.createDirectories(bin);
            Path sudo = Files.writeString(bin.resolve("sudo"), "#!/bin/sh\nshift 2\nexec \"$@\"\n");
            Files.setPosixFilePermissions(sudo, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        return new LocalProcesses().run(command.words(List.of("sh", "-c", remote)).in(home)
                .env("PATH", bin + ":" + System.getenv("PATH")), lines, cancellation);
    }
}
