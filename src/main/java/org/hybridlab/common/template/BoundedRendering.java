package org.hybridlab.common.template;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.sun.management.ThreadMXBean;
import freemarker.core.Environment;
import freemarker.core.TemplateProcessingTracer;
import freemarker.template.TemplateException;
import org.hybridlab.common.error.LabException;

/** Renders a lab's template with limits: it may loop, allocate or write without end. */
final class BoundedRendering {
    /** hybridlab's longest text has some hundred kilobytes. */
    private static final int LONGEST = 16 << 20;
    /** Limit of all its allocations; half of the heap is for others. */
    private static final long MOST_ALLOCATED = Math.min(1L << 30, Runtime.getRuntime().maxMemory() / 2);
    private static final long LOOK_MILLIS = 10;
    /** Few templates take longer. Loading the allocation counter takes 50 ms. */
    private static final long UNWATCHED_MILLIS = 200;

    private BoundedRendering() {
    }

    /**
     * A rendering that is given up ends at its next element. A single endless expression ends with the program.
     *
     * @throws TooMuch at a limit
     */
    static <T> T within(long millis, Rendering<T> rendering) throws TemplateException, IOException {
        Watch watch = new Watch();
        FutureTask<T> task = new FutureTask<>(() -> rendering.render(watch));
        Thread thread = new Thread(task, "template");
        thread.setDaemon(true);
        thread.start();
        try {
            long begin = System.nanoTime();
            for (long waited = 0; waited < millis; waited = (System.nanoTime() - begin) / 1_000_000) {
                if (waited > UNWATCHED_MILLIS && allocated(thread) > MOST_ALLOCATED) {
                    throw new OutOfMemoryError();
                }
                try {
                    return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    // The next look follows.
                }
            }
            throw new TooMuch("it does not end within %d s".formatted(millis / 1000), watch);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LabException.interrupted("Interrupted while a template was rendered.");
        } catch (ExecutionException | OutOfMemoryError e) {
            throw rethrown(e.getCause() == null ? e : e.getCause(), watch);
        } finally {
            task.cancel(true);
        }
    }

    private static long allocated(Thread thread) {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getThreadAllocatedBytes(thread.getId());
    }

    private static RuntimeException rethrown(Throwable cause, Watch watch) throws TemplateException, IOException {
        if (cause instanceof TemplateException failure) {
            throw failure;
        }
        if (cause instanceof IOException failure) {
            throw failure;
        }
        if (cause instanceof LabException failure) {
            throw failure;
        }
        // Other failures of a lab's template are the lab's to fix.
        throw new TooMuch(cause instanceof StackOverflowError ? "it is nested too deep, or calls itself without end"
                : cause instanceof OutOfMemoryError ? "it takes too much memory" : cause.getMessage(), watch);
    }

    @FunctionalInterface
    interface Rendering<T> {
        T render(Watch watch) throws TemplateException, IOException;
    }

    /** Tracks the place of a rendering, and ends it on an interrupt or at the limit. */
    static final class Watch implements TemplateProcessingTracer {
        private final StringWriter out = new StringWriter();
        private volatile int[] place = {1, 1};

        StringWriter out() {
            return out;
        }

        @Override
        public void enterElement(Environment environment, TracedElement element) {
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException();
            }
            if (out.getBuffer().length() > LONGEST) {
                throw new IllegalStateException("it writes more than %d MiB".formatted(LONGEST >> 20));
            }
            if (element.getTemplate() == environment.getMainTemplate()) {
                place = new int[] {element.getBeginLine(), element.getBeginColumn()};
            }
        }

        @Override
        public void exitElement(Environment environment, TracedElement element) {
            // The place is that of the element entered last.
        }
    }

    /** A template exceeds a limit at this line and column. */
    static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int[] place;

        TooMuch(String why, Watch watch) {
            super(why);
            place = watch.place;
        }

        int line() {
            return place[0];
        }

        int column() {
            return place[1];
        }
    }
}
