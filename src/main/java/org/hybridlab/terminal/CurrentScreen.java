package org.hybridlab.terminal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.hybridlab.common.process.Processes;
import org.hybridlab.report.Colors;
import sun.misc.Signal;

/** The screen's present size. Asks again after a resize only. */
public final class CurrentScreen implements Supplier<Screen> {
    private static final AtomicInteger CHANGES = new AtomicInteger();

    static {
        if (!System.getProperty("os.name").startsWith("Windows")) {
            Signal.handle(new Signal("WINCH"), received -> CHANGES.incrementAndGet());
        }
    }

    private final Supplier<Screen> ask;
    private Screen screen;
    private int seen;

    CurrentScreen(Supplier<Screen> ask) {
        this.ask = ask;
    }

    public static CurrentScreen ofThisTerminal(Processes processes, Colors colors) {
        return new CurrentScreen(() -> Screen.ofThisTerminal(processes, colors));
    }

    @Override
    public synchronized Screen get() {
        int changes = CHANGES.get();
        if (screen == null || changes != seen) {
            seen = changes;
            screen = ask.get();
        }
        return screen;
    }
}
