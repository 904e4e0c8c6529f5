package org.hybridlab.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.failure.LabException;
import org.hybridlab.host.UserFolders;
import org.hybridlab.process.Cancellation;
import org.hybridlab.process.LocalProcesses;
import org.hybridlab.process.Processes;

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

    /** The folder with the launcher, {@code templates}, {@code labs} and {@code schema}. */
    public Path home() {
        Path home = directory.resolve(environment.getOrDefault("HYBRIDLAB_HOME", ".")).normalize();
        if (!Files.isDirectory(home.resolve("templates"))) {
            throw LabException.hostNotReady("home-missing", "There are no templates in " + home + ".",
                    "Start hybridlab by its launcher, or set HYBRIDLAB_HOME to the folder that it lies in.");
        }
        return home;
    }

    /** Whether a question may be asked: somebody sits there, and has not said {@code --yes}. */
    public boolean mayAsk() {
        return terminal && !options.yes();
    }
}
