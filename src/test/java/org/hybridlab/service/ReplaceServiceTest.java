package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.StepResult;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.fake.FakeService;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.ReplaceService.ReplaceResult;
import org.hybridlab.service.context.Approval;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines are replaced one after the other, each by an {@code up} of its own. */
class ReplaceServiceTest {
    private static final String LAB = """
            name: trio
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node, count: 3}]
            """;
    @TempDir
    private Path folder;
    private HealthyLab lab;
    private final List<String> ups = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private String failing = "";

    @BeforeEach
    void aLabThatIsUp() {
        lab = new HealthyLab(folder, LAB);
        LabRecord.complete(lab.labContext);
    }

    @Test
    void machines_withoutNames_areAllWorkers() {
        assertThat(service().machines(named(), List.of())).containsExactly("node1", "node2", "node3");
        assertThat(service().machines(named(), List.of("node2", "node2"))).containsExactly("node2");
    }

    @Test
    void replace_ofSeveral_checksAtTheEnd() {
        ReplaceResult result = service().replace(named(), List.of("node1", "node2", "node3"));

        assertThat(result.replaced()).containsExactly("node1", "node2", "node3");
        assertThat(ups).containsExactly("[node1] without checks", "[node2] without checks", "[node3] with checks");
        assertThat(heard).contains("node1 is replaced (1 of 3).", "node3 is replaced (3 of 3).");
    }

    @Test
    void replace_whereOneFails_leavesTheRestAlone() {
        failing = "node2";

        ReplaceResult result = service().replace(named(), List.of("node1", "node2", "node3"));

        assertThat(result.replaced()).containsExactly("node1");
        assertThat(result.last().run().green()).isFalse();
        assertThat(ups).hasSize(2);
        // The next up ends it.
        assertThat(new WorkspaceState(lab.labContext.workspace()).recreating()).containsExactly("node2");
    }

    @Test
    void replace_ofFirstControlPlane_isRefusedFirst() {
        assertThat(failure(() -> service().replace(named(), List.of("control"))).id()).isEqualTo("replace-refused");
        assertThat(ups).isEmpty();
        assertThat(new WorkspaceState(lab.labContext.workspace()).recreating()).isEmpty();
    }

    @Test
    void controlPlane_replaced_needsReadyOthers() {
        lab = new HealthyLab(folder.resolve("three"), HealthyLab.THREE_CONTROL_PLANES);
        LabRecord.complete(lab.labContext);
        assertThat(service().machines(named(), List.of("control2"))).containsExactly("control2");
        refused("control1", "replace-refused", "control1 is the first control plane");

        lab.api.answers.put("/api/v1/nodes", """
                {"items": [{"metadata": {"name": "control1"},
                  "status": {"conditions": [{"type": "Ready", "status": "True"}]}}]}""");
        refused("control2", "replace-refused", "control3 is not ready");
        assertThat(lab.api.calls()).isEmpty();
    }

    @Test
    void replacement_whileFileChanges_doesNotStart() {
        refused("node5", "machine-unknown", "node5");

        new WorkspaceState(lab.labContext.workspace()).changeLab(then ->
                then.withMachines(then.machines().subList(0, 3)));
        refused("node1", "replace-refused", "hybridlab up trio");
    }

    private void refused(String machine, String id, String reason) {
        LabException e = failure(() -> service().machines(named(), List.of(machine)));
        assertThat(e.id()).isEqualTo(id);
        assertThat(e.what()).contains(reason);
    }

    /** Its `up` would throw away all that came after the snapshot, which nobody was asked about. */
    @Test
    void replace_afterCutOffReset_isRefused() {
        new WorkspaceState(lab.labContext.workspace()).beginReset("morning");

        LabException e = failure(() -> service().machines(named(), List.of("node1")));
        assertThat(e.id()).isEqualTo("reset-not-ended");
        assertThat(e.advice()).isEqualTo("Run `hybridlab up trio` first: it ends the reset.");
        assertThat(ups).isEmpty();
    }

    private ReplaceService service() {
        ServiceContext context = FakeService.in(folder, new LocalProcesses()).with(ServiceListener.lines(heard::add))
                .with(Approval.EVERYTHING);
        return new ReplaceService(context, any -> lab.labContext, (approving, any, options) -> up(options));
    }

    private UpResult up(UpOptions options) {
        WorkspaceState state = new WorkspaceState(lab.labContext.workspace());
        options.replacing().ifPresent(state::beginRecreating);
        Set<String> machines = state.recreating();
        ups.add("%s %s checks".formatted(machines, options.checks() ? "with" : "without"));
        boolean fails = machines.contains(failing);
        if (!fails) {
            machines.forEach(state::endRecreating);
        }
        StepResult step = new StepResult("machine-gone/" + machines, fails ? Outcome.FAILED : Outcome.DONE, 1,
                Duration.ZERO, "", Optional.empty());
        RunResult run = new RunResult("run", List.of(step), fails ? List.of(step) : List.of(), false, Duration.ZERO);
        return new UpResult(lab.labContext.open(), List.of(), run, options.part(), List.of(), Optional.empty(),
                fails ? ExitCode.LAB_FAILED : ExitCode.OK);
    }

    private NamedLab named() {
        return new NamedLab(lab.labContext.open().location(), "trio");
    }
}
