package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.diagnose.Diagnosis;
import org.hybridlab.diagnose.Finding;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.service.DiagnoseService.DiagnoseOptions;
import org.hybridlab.service.context.ServiceContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider whose daemon takes questions and answers none of them. */
class HangingProviderTest {
    @TempDir
    private Path home;
    private LabsInFolder labs;

    @BeforeEach
    void aLabThatIsUp() {
        labs = new LabsInFolder(home, "name: duo\nmachines: [{name: control, role: control-plane}]\n");
        labs.recordUp();
    }

    @Test
    void diagnose_ofHangingProvider_endsInTime() {
        DiagnoseOptions options = new DiagnoseOptions(Duration.ofMinutes(30), Duration.ofSeconds(1), Optional.empty(),
                Optional.empty());

        Diagnosis diagnosis = assertTimeoutPreemptively(Duration.ofSeconds(10),
                () -> new DiagnoseService(context()).diagnose(labs.named(), options));

        assertThat(diagnosis.gaps()).contains("machines' states: docker did not answer within 1 s.");
        assertThat(diagnosis.findings()).extracting(Finding::id).contains("docker-hangs");
    }

    @Test
    void interruption_isNoLateAnswer() {
        labs.cancellation.request();

        assertThat(failure(() -> new StatusService(context()).status(labs.named())).isInterruption()).isTrue();
    }

    private ServiceContext context() {
        ServiceContext context = labs.context((command, lines, cancellation) -> hang(command, cancellation),
                new ArrayList<>());
        Map<String, String> environment = new HashMap<>(context.environment());
        environment.put("PATH", program("docker").getParent().toString());
        return new ServiceContext(environment, context.directory(), context.userHome(), context.folders(),
                context.processes(), context.cancellation(), false, context.listener(), context.approval());
    }

    private Path program(String name) {
        return StubProgram.write(home.resolve("bin").resolve(name), "");
    }

    private static Result hang(Command command, Cancellation cancellation) {
        long end = System.nanoTime() + command.timeout().toNanos();
        while (System.nanoTime() < end) {
            cancellation.pause(Duration.ofMillis(20));
        }
        throw LabException.labFailed("timed-out", command.words().get(0) + " did not end in time.", "");
    }
}
