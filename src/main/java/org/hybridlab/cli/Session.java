package org.hybridlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.host.UserFolders;
import org.hybridlab.process.Cancellation;
import org.hybridlab.process.Foreground;
import org.hybridlab.process.LocalProcesses;
import org.hybridlab.process.OurTerminal;
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
 * @param userHome the user's home folder
 * @param folders the user's cache and state
 * @param processes runs programs
 * @param foreground runs programs that talk to the user themselves
 * @param cancellation requested by Ctrl-C
 * @param terminal whether somebody sits there who can be asked
 * @param live whether what goes to {@code err} can be painted over
 */
public record Session(GlobalOptions options, PrintWriter out, PrintWriter err, Map<String, String> environment,
                      Path directory, Path userHome, UserFolders folders, Processes processes,
                      Foreground foreground, Cancellation cancellation, boolean terminal, boolean live) {

    static Session ofThisProcess() {
        Map<String, String> environment = System.getenv();
        Path userHome = Path.of(System.getProperty("user.home"));
        return new Session(new GlobalOptions(), new PrintWriter(System.out, true), new PrintWriter(System.err, true),
                environment, Path.of("").toAbsolutePath(), userHome, UserFolders.of(environment, userHome),
                new LocalProcesses(), new OurTerminal(), new Cancellation(),
                Boolean.getBoolean("hybridlab.terminal"), Boolean.getBoolean("hybridlab.live"));
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
