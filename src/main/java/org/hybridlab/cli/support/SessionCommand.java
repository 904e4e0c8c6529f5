package org.hybridlab.cli.support;

import java.util.List;
import java.util.concurrent.Callable;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.service.context.ServiceContext;

/** A command of the command line, with the session of its call. */
public abstract class SessionCommand implements Callable<Object> {
    protected Session session;

    /** Before anything else. */
    public final SessionCommand in(Session call) {
        session = call;
        return this;
    }

    /**
     * The whole call.
     *
     * @return a {@link CommandResult}, which is printed then, or an exit code
     */
    @Override
    public abstract Object call();

    protected final ServiceContext context() {
        return session.context();
    }

    /** A line for people on standard error. */
    protected final void say(String line) {
        session.err().println(line);
    }

    /** The result of a call of which something failed: tells what, and ends with its exit code. */
    protected final CommandResult failing(CommandResult result, LabException failure) {
        new FailurePrinter(session).print(failure);
        return result.withFailures(failure.exitCode(), List.of(failure));
    }

    /** A result that is the same text for people and programs. */
    protected final Integer print(String text) {
        session.out().print(text);
        session.out().flush();
        return ExitCode.OK.number();
    }
}
