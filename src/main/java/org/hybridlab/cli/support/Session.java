package org.hybridlab.cli.support;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Foreground;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.OurTerminal;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.UserEnvironment;
import org.hybridlab.host.UserFolders;
import org.hybridlab.report.Colors;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.terminal.CurrentScreen;
import org.hybridlab.terminal.SignsOfLife;
import org.hybridlab.terminal.TerminalWriter;

/**
 * One call of hybridlab, and all that it uses of the outside world.
 *
 * @param options filled in once the command line is parsed
 * @param out for results
 * @param err for progress, questions and failures
 * @param foreground runs interactive programs
 * @param cancellation requested by Ctrl-C
 * @param live whether {@code err} is a terminal that can be redrawn
 * @param liveOut whether {@code out} is a terminal
 */
public record Session(GlobalOptions options, PrintWriter out, PrintWriter err, Map<String, String> environment,
                      Path directory, Path userHome, UserFolders folders, Processes processes,
                      Foreground foreground, Cancellation cancellation, UserInput input, boolean live,
                      boolean liveOut) {

    public static Session ofThisProcess(ResultStream results) {
        Map<String, String> environment = UserEnvironment.get();
        Path userHome = UserEnvironment.home(environment);
        return new Session(new GlobalOptions(), new TerminalWriter(results), new TerminalWriter(System.err),
                environment, Path.of("").toAbsolutePath(), userHome,
                UserFolders.of(environment, Path.of(System.getProperty("user.home"))),
                new LocalProcesses(), SignsOfLife.around(new OurTerminal()), new Cancellation(),
                new UserInput(Boolean.getBoolean("hybridlab.terminal"), Boolean.getBoolean("hybridlab.terminal.out"),
                        SignsOfLife.around(System.in)),
                Boolean.getBoolean("hybridlab.live"), Boolean.getBoolean("hybridlab.live.out"));
    }

    /** For services, which print and ask only through it. */
    public ServiceContext context() {
        return new ServiceContext(environment, directory, userHome, folders, processes, cancellation,
                input.isTerminal(), new TerminalListener(this, false), new TerminalApproval(this));
    }

    public Colors outColors() {
        return colors(liveOut);
    }

    public Colors errColors() {
        return colors(live);
    }

    CurrentScreen errScreen() {
        return CurrentScreen.ofThisTerminal(processes, errColors());
    }

    private Colors colors(boolean shown) {
        return new Colors(switch (options.color()) {
            case ALWAYS -> true;
            case NEVER -> false;
            // https://no-color.org: set, and not empty.
            case AUTO -> shown && environment.getOrDefault("NO_COLOR", "").isEmpty();
        });
    }

    /** Whether standard input is a terminal, without {@code --yes}. */
    public boolean mayAsk() {
        return input.isOpen() && !options.yes();
    }
}
