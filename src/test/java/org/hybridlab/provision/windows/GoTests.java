package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Programs in Go that judge what is ours, or whose tests do; built with the host's Go. */
final class GoTests {
    static final Map<String, String> FOR_WINDOWS = Map.of("GOOS", "windows", "GOARCH", "amd64", "CGO_ENABLED", "0");

    private GoTests() {
    }

    /** Runs {@code go WORDS...}, which must succeed. */
    static void go(Path folder, Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("go"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).directory(folder.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(said).isZero();
    }
}
