package org.hybridlab.cli;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hybridlab.cli.support.GlobalOptions;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.UserInput;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Processes;
import org.hybridlab.host.UserFolders;

/**
 * One call of hybridlab in this process.
 *
 * @param foreground the commands that would have got the terminal; none of them ran
 */
public record Call(int exitCode, String out, String err, List<Command> foreground) {
    public static Call of(Path home, Map<String, String> environment, String... arguments) {
        return of(home, environment, new LocalProcesses(), arguments);
    }

    public static Call of(Path home, Map<String, String> environment, Processes processes, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<Command> foreground = new ArrayList<>();
        int exitCode = Main.run(session(home, environment, out, err, processes, foreground,
                UserInput.ofNobody()), arguments);
        return new Call(exitCode, out.toString(), err.toString(), foreground);
    }

    public static Session session(Path home, Map<String, String> environment, StringWriter out, StringWriter err) {
        return session(home, environment, out, err, new LocalProcesses(), new ArrayList<>(), UserInput.ofNobody());
    }

    /** @param answers lines that somebody types */
    static Session session(Path home, Map<String, String> environment, StringWriter out, StringWriter err,
                           String answers) {
        return session(home, environment, out, err, new LocalProcesses(), new ArrayList<>(), new UserInput(true, true,
                new ByteArrayInputStream(answers.getBytes(StandardCharsets.UTF_8))));
    }

    private static Session session(Path home, Map<String, String> environment, StringWriter out, StringWriter err,
                                   Processes processes, List<Command> foreground, UserInput input) {
        return new Session(new GlobalOptions(), new PrintWriter(out, true), new PrintWriter(err, true), environment,
                home, home, UserFolders.of(Map.of(), home), processes, command -> {
            foreground.add(command);
            return 7;
        }, new Cancellation(), input, false, false);
    }
}
