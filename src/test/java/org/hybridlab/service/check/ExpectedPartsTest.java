package org.hybridlab.service.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.hybridlab.engine.journal.History.PastRun;
import org.hybridlab.engine.journal.History.PastStep;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectedPartsTest {
    private static final PastRun HALT = run("green", done("machine-halted/node"), done("machine-halted/control"));
    private static final PastRun UP = run("green", done("box-ready"), done("machine-running/node"),
            done("node-joined/node"));
    private static final PastRun FAILED_UP = run("failed", done("box-ready"), failed("machine-running/node"));
    private static final PastRun DESTROY = run("green", done("node-drained/node"), done("machine-gone/node"));

    @TempDir
    private Path folder;
    private LabContext lab;

    @BeforeEach
    void duo() throws IOException {
        lab = new PlannedLabs(folder).of("""
                name: lab
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}, {name: node}]
                """);
    }

    @Test
    void haltAfterFailedUp_expectsNothing() {
        LabRecord.begin(lab);

        ExpectedParts expected = expected(FAILED_UP, HALT);

        assertThat(expected.machines()).isEmpty();
        assertThat(expected.kubeconfig()).isFalse();
        assertThat(new LabRuns(List.of(UP, FAILED_UP, HALT)).fromLastUp()).containsExactly(FAILED_UP, HALT);
        assertThat(new LabRuns(List.of(FAILED_UP, UP, HALT)).fromLastUp()).containsExactly(UP, HALT);
    }

    @Test
    void machineThatJoined_isExpected_whateverFailed() {
        LabRecord.begin(lab);
        LabRecord.noteJoined(lab, "control-plane-initialised/control"::equals);
        assertThat(expected(FAILED_UP).machines()).containsExactly("control");

        LabRecord.complete(lab);
        lab.workspace().write("kubernetes/ca.crt", "");
        assertThat(expected(UP, FAILED_UP).machines()).containsExactlyInAnyOrder("control", "node");
        assertThat(expected(UP, FAILED_UP).kubeconfig()).isTrue();
    }

    @Test
    void destroyedMachine_isNotExpected_untilMadeAgain() {
        LabRecord.complete(lab);

        assertThat(expected(UP, DESTROY).machines()).containsExactly("control");
        assertThat(expected(UP, DESTROY, FAILED_UP).machines()).containsExactly("control");
        assertThat(expected(UP, DESTROY, UP).machines()).contains("node");
    }

    /** What failed before was set back. */
    @Test
    void reset_thatSetBack_endsWhatFailedBefore() {
        PastRun reset = run("green", done("etcd-set-back"), done("workspace-set-back"), done("kubelets-started"));
        PastRun refused = run("failed", failed("snapshot-verified"));

        assertThat(new LabRuns(List.of(UP, FAILED_UP, reset)).fromLastUp()).containsExactly(reset);
        assertThat(new LabRuns(List.of(UP, FAILED_UP, refused)).fromLastUp()).containsExactly(FAILED_UP, refused);
    }

    private ExpectedParts expected(PastRun... runs) {
        return ExpectedParts.of(lab.workspace(), new LabRuns(List.of(runs)));
    }

    private static PastRun run(String ending, PastStep... steps) {
        return new PastRun("run", Instant.EPOCH, Optional.of(Instant.EPOCH), Optional.of(ending),
                Arrays.asList(steps));
    }

    private static PastStep done(String step) {
        return new PastStep(step, Instant.EPOCH, Optional.of(Outcome.DONE), 1, Duration.ZERO, Optional.empty());
    }

    private static PastStep failed(String step) {
        return new PastStep(step, Instant.EPOCH, Optional.of(Outcome.FAILED), 1, Duration.ZERO, Optional.of("x"));
    }
}
