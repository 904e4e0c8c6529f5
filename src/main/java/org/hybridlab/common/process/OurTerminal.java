package org.hybridlab.common.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

import org.hybridlab.common.error.LabException;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Gives our terminal to a child, and Ctrl-C too: the terminal sends it to both. */
public final class OurTerminal implements Foreground {
    private static final SignalHandler CHILD_HEARS_IT_TOO = signal -> { };

    @Override
    public int run(Command command) {
        return run(command, Redirect.INHERIT);
    }

    /** A pipe would end with this process, and break a browser that stays open. */
    @Override
    public int runAside(Command command) {
        return run(command, Redirect.DISCARD);
    }

    private static int run(Command command, Redirect output) {
        SignalHandler before = Signal.handle(new Signal("INT"), CHILD_HEARS_IT_TOO);
        try {
            return start(command, output).waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LabException.interrupted("Interrupted while " + command.words().get(0) + " ran.");
        } finally {
            Signal.handle(new Signal("INT"), before);
        }
    }

    private static Process start(Command command, Redirect output) {
        ProcessBuilder builder = new ProcessBuilder(command.words()).inheritIO().redirectOutput(output);
        UserEnvironment.restore(builder.environment());
        builder.environment().putAll(command.environment());
        command.directory().ifPresent(directory -> builder.directory(directory.toFile()));
        try {
            Process child = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(child::destroy));
            return child;
        } catch (IOException e) {
            throw LabException.hostNotReady("program-missing", "%s could not be started: %s"
                    .formatted(command.words().get(0), e.getMessage()), "Install it and put it on the PATH.")
                    .causedBy(e);
        }
    }
}
