package org.hybridlab.cli.support;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Foreground;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.OurTerminal;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.UserEnvironment;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.Destruction;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.host.UserFolders;
import org.hybridlab.report.Colors;
import org.hybridlab.service.context.Approval;
import org.hybridlab.service.context.Loss;
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

    /** Asks on the terminal. With {@code --yes} nobody is asked, and without a terminal nobody can be asked. */
    public record TerminalApproval(Session session) implements Approval {
        @Override
        public void obtain(List<String> effects, List<String> byHand) {
            if (session.options().yes()) {
                return;
            }
            String commands = String.join("\n", byHand);
            new Question(session).needYes(list("hybridlab would like to:", effects), "Do it now?",
                    LabException.hostNotReady("host-not-ready", "This host is not ready: hybridlab would have to "
                            + String.join(", ", effects) + ".", "Add --yes, or do it yourself:\n" + commands),
                    LabException.hostNotReady("host-not-ready", "Nothing was changed.", "To do it yourself:\n"
                            + commands));
        }

        @Override
        public boolean trustsEveryLab() {
            return session.options().trust();
        }

        @Override
        public void trust(String title, List<String> effects) {
            List<String> list = Stream.concat(Stream.of(title + ":"), effects.stream()).toList();
            new Question(session).needYes(list, "Do you trust it?",
                    LabException.invalid("lab-not-trusted", String.join("\n", list), "If you trust its author, add "
                            + "--trust, or set HYBRIDLAB_TRUST=true. --yes alone does not trust it."),
                    LabException.invalid("lab-not-trusted", "Nothing was done.", "Answer yes if you trust the lab."));
        }

        private static List<String> list(String title, List<String> effects) {
            return Stream.concat(Stream.of(title), effects.stream().map(deed -> "  - " + deed)).toList();
        }

        /** Asks once for all of them. {@code --yes} agrees also to those that are found later. */
        @Override
        public Agreement destructions(FirstLook look, Plan plan) {
            List<Destruction> found = look.destructions();
            if (!found.isEmpty()) {
                session.err().println("This is lost if `up` goes on. It will");
                found.forEach(one -> session.err().println("  - " + one.what()));
            }
            if (session.options().yes()) {
                return Agreement.ALL;
            }
            if (found.isEmpty()) {
                return Agreement.NONE;
            }
            new Question(session).agreed("`up` would destroy something", "what is said above", "");
            return Agreement.to(found, plan);
        }

        @Override
        public boolean loses(Loss loss, String question) {
            return session.options().loses(loss) || session.mayAsk() && new Question(session).isAgreed(question);
        }

        @Override
        public boolean asks() {
            return session.mayAsk();
        }
    }
}
