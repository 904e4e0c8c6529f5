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
 * A shell in one running machine. All calls may be made from several threads at once.
 *
 * <p>A lost or refused connection is the failure {@code ssh-lost}, which is worth another attempt; a command that ends
 * with another code than 0 is no failure by itself.
 */
public interface GuestShell {
    /** The settings of the machine must have been written by {@link SshSettings}. */
    static GuestShell of(Os os, Processes processes, Workspace workspace, String machine) {
        return switch (os) {
            case LINUX -> new OpenSsh(processes, workspace, machine);
            case WINDOWS -> new WindowsSsh(processes, workspace, machine);
        };
    }

    String machine();

    /** The words that let a shell of the machine take a line. */
    default List<String> wordsOf(String line) {
        return List.of("sh", "-c", line);
    }

    /**
     * Runs a program as the machine's login user.
     *
     * @param words the program and its arguments, each passed on as it is, whatever characters it has
     * @param stdin what it reads; the place for secrets
     * @param lines gets each line of its output as it comes
     */
    Result run(List<String> words, Optional<String> stdin, Duration timeout, Consumer<String> lines,
               Cancellation cancellation);

    /** The same as root. */
    Result sudo(List<String> words, Optional<String> stdin, Duration timeout, Consumer<String> lines,
                Cancellation cancellation);

    /**
     * Writes a file as root in one move; its folder is made if need be.
     *
     * @param mode octal, for example {@code 0600}; holds from the first byte
     */
    void upload(String content, String remotePath, String mode, Cancellation cancellation);

    /** The same with a file of this host, of any size. */
    void upload(Path local, String remotePath, String mode, Duration timeout, Cancellation cancellation);

    /** Fetches a file that root can read, of any size. */
    void download(String remotePath, Path local, Duration timeout, Cancellation cancellation);

    /**
     * Puts a script of this host into a folder that only root can enter, runs it there as root by its path, and takes
     * it away again.
     */
    Result script(Path local, List<String> arguments, Duration timeout, Consumer<String> lines,
                  Cancellation cancellation);

    /** Differs after each boot of the machine, whatever kind of machine it is. */
    String bootId(Cancellation cancellation);

    /** Waits until the machine answers. */
    void awaitReady(Duration timeout, Cancellation cancellation);

    /** Reboots the machine and waits until it answers with another {@link #bootId}. */
    void rebootAndWait(Duration timeout, Cancellation cancellation);
}
