package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.diagnose.Diagnosis;
import org.hybridlab.diagnose.Finding;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.DiagnoseService.DiagnoseOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What `diagnose` makes of a lab whose `up` or reset was killed: no machine and no log says that. */
class DiagnosedLabTest {
    @TempDir
    private Path home;
    private LabsInFolder labs;
    private String state = "running";
    private final FakePrograms programs = FakePrograms.printing(command ->
            command.words().contains("ps") ? "control %s id\n".formatted(state) : "");

    @BeforeEach
    void aLabThatUpBeganWith() {
        labs = new LabsInFolder(home, "name: duo\nmachines: [{name: control, role: control-plane}]\n");
        labs.recordUp();
    }

    @Test
    void upKilledBeforeTheCluster_isNotWell() {
        Diagnosis diagnosis = diagnosis();

        assertThat(diagnosis.unwell()).containsExactly("cluster: The lab has none yet, because `up` has not come that "
                + "far. `hybridlab up duo` goes on from there.");
        assertThat(diagnosis.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
    }

    /** That it is gone is a known failure. */
    @Test
    void lostKubeconfig_isNotTakenForNoCluster() {
        Workspace.of(labs.named().location().file()).write("kubernetes/ca.crt", "");

        assertThat(diagnosis().unwell()).isEmpty();
    }

    @Test
    void resetCutOff_isNotWell() {
        Workspace workspace = Workspace.of(labs.named().location().file());
        workspace.write("kubernetes/ca.crt", "");
        new WorkspaceState(workspace).beginReset("morning");

        Diagnosis diagnosis = diagnosis();

        assertThat(diagnosis.resetNotEnded()).contains("morning");
        assertThat(diagnosis.unwell()).containsExactly("cluster: A reset to the snapshot 'morning' has not ended, so "
                + "its machines may be of different moments. `hybridlab up duo` ends it.");
        assertThat(diagnosis.after(List.of()).exitCode()).isEqualTo(ExitCode.LAB_FAILED);
    }

    @Test
    void unreadableRecord_isAGap() {
        Workspace workspace = Workspace.of(labs.named().location().file());
        workspace.write("kubernetes/ca.crt", "");
        workspace.write("state.json", "{");

        assertThat(diagnosis().gaps()).anyMatch(gap -> gap.contains("state.json cannot be read"));
    }

    /** Its ssh would take as long as the network takes to say that nobody answers. */
    @Test
    void machineOff_isNotAsked() {
        Workspace workspace = Workspace.of(labs.named().location().file());
        workspace.write("ssh/control.conf", "Host control\n");
        assertThat(workspace.sshConfig("control")).exists();
        diagnosis();
        assertThat(programs.ran()).as("while it runs").anyMatch(line -> line.startsWith("ssh "));

        programs.commands.clear();
        state = "exited";

        assertThat(diagnosis().findings()).extracting(Finding::id).contains("machine-off");
        assertThat(programs.ran()).noneMatch(line -> line.startsWith("ssh "));
    }

    private Diagnosis diagnosis() {
        return new DiagnoseService(labs.context(programs, new ArrayList<>()))
                .diagnose(labs.named(), DiagnoseOptions.USUAL);
    }
}
