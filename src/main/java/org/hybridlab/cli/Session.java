package org.hybridlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.host.UserFolders;
import org.hybridlab.process.Cancellation;
import org.hybridlab.process.LocalProcesses;
import org.hybridlab.process.Processes;
import org.hybridlab.render.Installation;

/**
 * One call of hybridlab: all that a command may use of the world outside.
 *
 * @param options the global flags, filled in once the command line is parsed
 * @param out for results
 * @param err for progress, questions and failures
 * @param environment the environment variables
 * @param directory where hybridlab was called
 * @param folders the user's cache and state
 * @param processes runs programs
 * @param cancellation requested by Ctrl-C
 * @param terminal whether somebody sits there who can be asked
 */
public record Session(GlobalOptions options, PrintWriter out, PrintWriter err, Map<String, String> environment,
                      Path directory, UserFolders folders, Processes processes, Cancellation cancellation,
                      boolean terminal) {

    static Session ofThisProcess() {
        Map<String, String> environment = System.getenv();
        return new Session(new GlobalOptions(), new PrintWriter(System.out, true), new PrintWriter(System.err, true),
                environment, Path.of("").toAbsolutePath(),
                UserFolders.of(environment, Path.of(System.getProperty("user.home"))),
                new LocalProcesses(), new Cancellation(), Boolean.getBoolean("hybridlab.terminal"));
    }

    /** The folder with {@code templates}, {@code labs} and {@code schema}. */
    public Path home() {
        return Installation.home(environment);
    }

    /** Folders of labs, the most important first: {@code labs/} here, then those that came with hybridlab. */
    public List<Path> labs() {
        return Stream.of(directory.resolve("labs"), home().resolve("labs")).distinct().toList();
    }

    /** Whether a question may be asked: somebody sits there, and has not said {@code --yes}. */
    public boolean mayAsk() {
        return terminal && !options.yes();
    }
}
