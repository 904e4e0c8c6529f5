package org.hybridlab.terminal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Handles Ctrl-C, TERM and HUP: the first ends in order, the second at once, and the third kills the process. Without
 * it the JVM would end while children clean up. A terminal sends Ctrl-C to children too; in a CI job {@link
 * Cancellation} interrupts them.
 */
public final class Interrupts implements AutoCloseable {
    private static final int THIRD = 3;

    private final Cancellation cancellation;
    private final Consumer<String> say;
    private final Map<Signal, SignalHandler> before = new LinkedHashMap<>();
    private int asked;

    private Interrupts(Cancellation cancellation, Consumer<String> say) {
        this.cancellation = cancellation;
        this.say = say;
    }

    /**
     * Close the result to restore earlier handlers.
     *
     * @param say tells the user that the request was heard
     */
    public static Interrupts listen(Cancellation cancellation, Consumer<String> say) {
        Interrupts interrupts = new Interrupts(cancellation, say);
        interrupts.handle("INT");
        if (!System.getProperty("os.name").startsWith("Windows")) {
            interrupts.handle("TERM");
            interrupts.handle("HUP");
        }
        return interrupts;
    }

    private void handle(String name) {
        Signal signal = new Signal(name);
        before.put(signal, Signal.handle(signal, received -> request()));
    }

    private synchronized void request() {
        asked++;
        if (asked >= THIRD) {
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED.number());
        }
        say.accept(asked == 1 ? "Stopping in good order; once more stops at once." + waiting() : "Stopping at once.");
        cancellation.request();
    }

    private static String waiting() {
        List<String> running = LocalProcesses.running();
        return running.isEmpty() ? "" : " Waiting up to %d s for %s.".formatted(LocalProcesses.grace().toSeconds(),
                String.join(", ", running));
    }

    @Override
    public void close() {
        before.forEach(Signal::handle);
    }
}
