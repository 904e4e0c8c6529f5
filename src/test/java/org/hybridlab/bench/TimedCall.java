package org.hybridlab.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A program that a bench runs and waits for; its output goes to the end of a file, to look at when it fails. */
record TimedCall(List<String> words, Path folder, Map<String, String> environment, Path log) {

    /** @return seconds that it took; it must end well */
    double seconds() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Files.createDirectories(log.toAbsolutePath().getParent());
        ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true)
                .redirectInput(new File("/dev/null")).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        long before = System.nanoTime();
        int exitCode = builder.start().waitFor();
        double took = (System.nanoTime() - before) / 1e9;
        if (exitCode != 0) {
            throw new IllegalStateException("exit %d: %s; its output: %s".formatted(exitCode, words, log));
        }
        return Math.round(took * 100) / 100.0;
    }
}
