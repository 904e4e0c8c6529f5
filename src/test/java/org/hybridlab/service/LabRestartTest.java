package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.StepResult;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.fake.FakeApi.Fault;
import org.hybridlab.fake.FakeService;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.service.LabRestart.End;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabRestartTest {
    @TempDir
    private Path folder;
    private final List<String> heard = new CopyOnWriteArrayList<>();

    /** A snapshot keeps what has failed, so that machines which are made again would end the same. */
    @Test
    void failedApp_alone_damagesNoMachine() {
        assertThat(End.failed(run("app-failed")).damaged()).isFalse();
        assertThat(End.failed(run("app-failed", "app-failed")).damaged()).isFalse();
        assertThat(End.failed(run("app-failed", "app-not-ready")).damaged()).isTrue();
        assertThat(End.failed(run("node-not-ready")).damaged()).isTrue();
    }

    private static RunResult run(String... failures) {
        List<StepResult> steps = Stream.of(failures).map(id -> new StepResult(id, Outcome.FAILED, 1,
                Duration.ZERO, "", Optional.of(LabException.labFailed(id, "It failed.", "Look.")))).toList();
        return new RunResult("1", steps, steps, false, Duration.ZERO);
    }

    /** Probes would take it for silent, and what follows takes longer than to wait. */
    @Test
    void startingApiServer_isAwaited() {
        HealthyLab lab = new HealthyLab(folder, """
                name: duo
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}, {name: node}]
                """);
        lab.api.fail(Fault.UNREACHABLE);
        CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS).execute(() -> lab.api.fail(Fault.NONE));

        LabRestart.awaitApi(context(), lab.labContext);

        assertThat(lab.api.isReady()).isTrue();
        assertThat(heard).containsExactly("Waiting for the API server of duo");
    }

    /** Then the checks alone say whether it works; else `up` has more to do than they see. */
    @Test
    void labAsSaved_hasItsMachinesAlone() {
        HealthyLab lab = solo();
        assertThat(isAsSaved(lab)).as("nothing is noted as applied").isFalse();
        LabRecord.complete(lab.labContext);
        assertThat(isAsSaved(lab)).isTrue();

        lab.labContext.workspace().write("ssh/later.conf", "Host later\n");
        assertThat(isAsSaved(lab)).as("another machine may be there").isFalse();
    }

    @Test
    void labWithMachineOff_isNotAsSaved() {
        HealthyLab lab = solo();
        LabRecord.complete(lab.labContext);
        lab.labContext.created().power().halt("control", line -> { }, new Cancellation());

        assertThat(isAsSaved(lab)).isFalse();
    }

    /** A reset switches off what the snapshot does not have. */
    @Test
    void declinedUp_namesMachinesOff() {
        HealthyLab lab = solo();
        assertThat(LabRestart.notApplied(lab.labContext, new Cancellation()).what())
                .endsWith("what is said above.");
        lab.labContext.created().power().halt("control", line -> { }, new Cancellation());

        LabException declined = LabRestart.notApplied(lab.labContext, new Cancellation());

        assertThat(declined.what()).endsWith("what is said above. Switched off: control.");
        assertThat(declined.advice()).isEqualTo("Run `hybridlab up solo`: it asks again.");
    }

    private boolean isAsSaved(HealthyLab lab) {
        lab.labContext.forgetStates();
        return LabRestart.isAsSaved(context(), lab.labContext);
    }

    private HealthyLab solo() {
        return new HealthyLab(folder, """
                name: solo
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}]
                """);
    }

    private ServiceContext context() {
        return FakeService.in(folder, new LocalProcesses()).with(ServiceListener.lines(heard::add));
    }
}
