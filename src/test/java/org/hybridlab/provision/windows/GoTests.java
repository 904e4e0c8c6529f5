package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;

/** Programs in Go that judge what is ours, or whose tests do; built with the host's Go. */
final class GoTests {
    static final Map<String, String> FOR_WINDOWS = Map.of("GOOS", "windows", "GOARCH", "amd64", "CGO_ENABLED", "0");

    /** Modules may have to come first. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private GoTests() {
    }

    /** Runs {@code go WORDS...}, which must succeed. */
    static void go(Path folder, Map<String, String> environment, String... words) {
        Command go = Command.of("go").with(words).in(folder).timeout(LONGEST);
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            go = go.env(variable.getKey(), variable.getValue());
        }
        Result result = new LocalProcesses().run(go, new Cancellation());
        assertThat(result.ok()).as(result.stdout() + result.stderr()).isTrue();
    }
}
