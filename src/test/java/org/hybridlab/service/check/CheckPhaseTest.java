package org.hybridlab.service.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.check.core.CheckResults;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckPhaseTest {
    @TempDir
    private Path folder;

    /** All other checks may pass on machines of which only some were set back. */
    @Test
    void resetNotEnded_isAFailedCheck() {
        Workspace workspace = Workspace.of(folder.resolve("lab.yaml"));
        CheckResults green = new CheckResults(List.of(), Duration.ZERO);
        assertThat(CheckPhase.withReset(green, workspace, "lab")).isEqualTo(green);

        workspace.create();
        new WorkspaceState(workspace).beginReset("morning");

        CheckResults results = CheckPhase.withReset(green, workspace, "lab");
        assertThat(results.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
        assertThat(results.results()).singleElement().satisfies(result -> {
            assertThat(result.id()).isEqualTo("reset-ended");
            assertThat(result.verdict().message()).isEqualTo("A reset to the snapshot 'morning' has not ended, so "
                    + "the machines may be of different moments: `hybridlab up lab` ends it.");
        });
    }

    @Test
    void reset_withUnreadableRecord_cannotBeJudged() {
        Workspace workspace = Workspace.of(folder.resolve("lab.yaml"));
        workspace.write("state.json", "{");

        CheckResults results = CheckPhase.withReset(new CheckResults(List.of(), Duration.ZERO), workspace, "lab");

        assertThat(results.exitCode()).isEqualTo(ExitCode.NOT_JUDGED);
        assertThat(results.results()).singleElement().satisfies(result -> assertThat(result.verdict().message())
                .contains("state.json", "hybridlab destroy lab"));
    }
}
