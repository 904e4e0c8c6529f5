package org.hybridlab.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.cli.Call;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Foreground;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabForegroundTest {
    private static final Command PROGRAM = Command.of("kubectl");
    private static final LabException OFF = LabException.invalid("machines-off", "No machine of it runs.",
            "Start them: hybridlab resume it");
    @TempDir
    private Path home;
    private final StringWriter err = new StringWriter();

    @Test
    void silentProgram_isExplained_whileItWaits() {
        int code = run(command -> {
            await().atMost(Duration.ofSeconds(30)).until(() -> err.toString().contains("hybridlab resume it"));
            return 1;
        }, Optional.of(OFF));

        assertThat(code).isEqualTo(1);
        assertThat(err.toString()).containsOnlyOnce("machines-off");
    }

    @Test
    void endedProgram_isExplained_byItsCode() {
        assertThat(run(command -> 1, Optional.of(OFF))).isEqualTo(1);
        assertThat(err.toString()).containsOnlyOnce("machines-off");
    }

    @Test
    void answeredProgram_isNotExplained() {
        assertThat(run(command -> 0, Optional.of(OFF))).isZero();
        assertThat(run(command -> 1, Optional.empty())).isEqualTo(1);
        assertThat(err.toString()).isEmpty();
    }

    private int run(Foreground foreground, Optional<LabException> off) {
        Session call = Call.session(home, Map.of(), new StringWriter(), err);
        return new LabForeground(new Session(call.options(), call.out(), call.err(), call.environment(), home, home,
                call.folders(), call.processes(), foreground, call.cancellation(), UserInput.ofNobody(), false,
                false))
                .run(PROGRAM, code -> code != 0, () -> off);
    }
}
