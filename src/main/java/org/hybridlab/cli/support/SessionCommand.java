package org.hybridlab.cli.support;

import java.util.List;
import java.util.concurrent.Callable;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.service.context.ServiceContext;

public abstract class SessionCommand implements Callable<Object> {
    protected Session session;

    /** Must be called before {@link #call}. */
    public final SessionCommand in(Session call) {
        session = call;
        return this;
    }

    /** @return a {@link CommandResult}, which is then printed, or an exit code */
    @Override
    public abstract Object call();

    protected final ServiceContext context() {
        return session.context();
    }

    /** On standard error. */
    protected final void say(String line) {
        session.err().println(line);
    }

    /** Prints the failure. @return the result with it and its exit code */
    protected final CommandResult failing(CommandResult result, LabException failure) {
        new FailurePrinter(session).print(failure);
        return result.withFailures(failure.exitCode(), List.of(failure));
    }

    /** Ignores {@code --output}. */
    protected final Integer print(String text) {
        session.out().print(text);
        session.out().flush();
        return ExitCode.OK.number();
    }
}
