package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.template.PowerShellGrammar;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls of the stand-in for a Windows machine, which takes the course of {@code up} in memory. */
final class StandInCourse {
    static final Path FOLDER = Path.of("src/test/powershell/standin").toAbsolutePath();

    private StandInCourse() {
    }

    /** @param script whose head says what it asks and answers */
    static JsonNode of(String script, Map<String, Object> question) {
        PowerShellGrammar.install();
        Command command = Command.of("node", "--liftoff-only", script).in(FOLDER)
                .stdin(JsonMapper.shared().writeValueAsString(question)).timeout(Duration.ofMinutes(45));
        Result result = new LocalProcesses().run(command, new Cancellation());
        assertThat(result.ok()).as(result.stderr()).isTrue();
        return JsonMapper.shared().readTree(result.stdout());
    }
}
