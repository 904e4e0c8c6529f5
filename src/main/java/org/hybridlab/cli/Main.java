package org.hybridlab.cli;

import java.util.Locale;

import org.hybridlab.failure.ExitCode;
import picocli.CommandLine;

/** Entry point: {@code hybridlab COMMAND}. */
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) {
        // Every word of ours is English, and much is read by programs: no locale's comma may get into a length of CSS.
        Locale.setDefault(Locale.ROOT);
        System.exit(run(Session.ofThisProcess(), arguments));
    }

    /** One call from arguments to exit code; does not end the process. */
    static int run(Session session, String... arguments) {
        if (HelpPage.isAskedForBy(arguments)) {
            session.out().print(HelpPage.text());
            session.out().flush();
            return ExitCode.OK.number();
        }
        CommandLine tree = CommandTree.forCall(session, arguments);
        return tree.execute(new EnvironmentDefaults(session.environment())
                .withSwitches(tree.getCommandSpec(), arguments));
    }
}
