package org.hybridlab.guest;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Os;

/**
 * A shell in a running machine. Safe for use by several threads.
 *
 * <p>A lost or refused connection is the failure {@code ssh-lost}, which may be retried. An exit code is no failure by
 * itself.
 */
public interface GuestShell {
    static GuestShell of(Os os, Processes processes, Workspace workspace, String machine) {
        return switch (os) {
            case LINUX -> new OpenSsh(processes, workspace, machine);
            case WINDOWS -> new WindowsSsh(processes, workspace, machine);
        };
    }

    String machine();

    /** The command that runs a line in the machine's shell. */
    default List<String> wordsOf(String line) {
        return List.of("sh", "-c", line);
    }

    /**
     * Runs a program as the login user.
     *
     * @param words program and arguments, passed on unchanged
     * @param stdin may hold secrets
     * @param lines gets each line of output as it comes
     */
    Result run(List<String> words, Optional<String> stdin, Duration timeout, Consumer<String> lines,
               Cancellation cancellation);

    Result sudo(List<String> words, Optional<String> stdin, Duration timeout, Consumer<String> lines,
                Cancellation cancellation);

    /**
     * Runs a program on Linux as root.
     *
     * @param files of this host: its standard input, after the text
     */
    default Result feed(List<String> words, String text, List<Path> files, Duration timeout, Consumer<String> lines,
                        Cancellation cancellation) {
        throw new UnsupportedOperationException(machine() + " is not Linux");
    }

    /**
     * Writes a file as root by rename. Creates its folder.
     *
     * @param mode octal, for example {@code 0600}; applies from the first byte
     */
    void upload(String content, String remotePath, String mode, Cancellation cancellation);

    /** The same for a file of this host of any size. */
    void upload(Path local, String remotePath, String mode, Duration timeout, Cancellation cancellation);

    void download(String remotePath, Path local, Duration timeout, Cancellation cancellation);

    /** Copies a script to a folder that only root can enter, runs it there as root, and deletes it. */
    Result script(Path local, List<String> arguments, Duration timeout, Consumer<String> lines,
                  Cancellation cancellation);

    /** Differs after each boot. */
    String bootId(Cancellation cancellation);

    void awaitReady(Duration timeout, Cancellation cancellation);

    void rebootAndWait(Duration timeout, Cancellation cancellation);
}
