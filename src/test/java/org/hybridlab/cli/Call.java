package org.hybridlab.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.host.UserFolders;
import org.hybridlab.process.Cancellation;
import org.hybridlab.process.LocalProcesses;

/** One call of hybridlab in this process, with what it printed and its exit code. */
record Call(int exitCode, String out, String err) {
    static Call of(Path home, Map<String, String> environment, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(session(home, environment, out, err), arguments);
        return new Call(exitCode, out.toString(), err.toString());
    }

    static Session session(Path home, Map<String, String> environment, StringWriter out, StringWriter err) {
        return new Session(new GlobalOptions(), new PrintWriter(out, true), new PrintWriter(err, true), environment,
                home, UserFolders.of(Map.of(), home), new LocalProcesses(), new Cancellation(), false);
    }
}
