package org.hybridlab.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM with the tests' class path. */
public final class JavaProcess {
    private final Process process;
    private final BufferedReader out;

    private JavaProcess(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    public static JavaProcess start(Class<?> main, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto",
                "-cp", System.getProperty("java.class.path"), main.getName()));
        words.addAll(List.of(arguments));
        return new JavaProcess(new ProcessBuilder(words).redirectErrorStream(true).start());
    }

    /** The next line that it prints; null at its end. */
    public String line() throws IOException {
        return out.readLine();
    }

    String rest() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String line = line(); line != null; line = line()) {
            all.append(line).append('\n');
        }
        return all.toString();
    }

    public long pid() {
        return process.pid();
    }

    int await() throws InterruptedException {
        return process.waitFor();
    }

    /** {@code kill -9}. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
