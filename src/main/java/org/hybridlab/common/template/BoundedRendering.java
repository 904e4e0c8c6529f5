package org.hybridlab.common.template;

import java.io.IOException;
import java.io.StringWriter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import freemarker.template.TemplateException;
import org.hybridlab.common.error.LabException;

/** Rendering of a template that a lab brings: it may never end, or write without end. */
final class BoundedRendering {
    /** The longest that hybridlab itself renders has some hundred kilobytes. */
    private static final int LONGEST = 16 << 20;

    private BoundedRendering() {
    }

    /** Throws {@link TooMuch} when it has got too much. */
    static StringWriter writer() {
        return new Bounded();
    }

    /**
     * What the rendering gives. FreeMarker cannot be interrupted: what does not end is left behind on a thread that
     * ends with the program.
     *
     * @throws TooMuch if it asks for more than there is
     */
    static <T> T within(long millis, Rendering<T> rendering) throws TemplateException, IOException {
        FutureTask<T> task = new FutureTask<>(rendering::render);
        Thread thread = new Thread(task, "template");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new TooMuch("it does not end within %d s".formatted(millis / 1000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LabException.interrupted("Interrupted while a template was rendered.");
        } catch (ExecutionException e) {
            throw rethrown(e.getCause());
        }
    }

    private static RuntimeException rethrown(Throwable cause) throws TemplateException, IOException {
        if (cause instanceof TemplateException failure) {
            throw failure;
        }
        if (cause instanceof IOException failure) {
            throw failure;
        }
        if (cause instanceof StackOverflowError) {
            throw new TooMuch("it calls itself without end");
        }
        if (cause instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) cause;
    }

    /** Renders something. */
    @FunctionalInterface
    interface Rendering<T> {
        T render() throws TemplateException, IOException;
    }

    /** A template asks for more than there is. */
    static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMuch(String why) {
            super(why);
        }
    }

    /** Takes so much and no more. */
    private static final class Bounded extends StringWriter {
        @Override
        public void write(int one) {
            room(1);
            super.write(one);
        }

        @Override
        public void write(char[] characters, int from, int length) {
            room(length);
            super.write(characters, from, length);
        }

        @Override
        public void write(String text) {
            room(text.length());
            super.write(text);
        }

        @Override
        public void write(String text, int from, int length) {
            room(length);
            super.write(text, from, length);
        }

        private void room(int more) {
            if (getBuffer().length() + more > LONGEST) {
                throw new TooMuch("it writes more than %d MiB".formatted(LONGEST >> 20));
            }
        }
    }
}
