package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakeDocker;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reset to a snapshot of which an archive is damaged: it ends before it changes anything. */
class DamagedSnapshotTest {
    @TempDir
    private Path home;
    private final FakeDocker docker = new FakeDocker();

    /** Also if an earlier reset to it was cut off, machines that are made again would lack the same. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reset_makesNoMachineAgain(boolean cutOff) throws IOException {
        Path workspace = lab();
        Path snapshots = Files.createDirectories(workspace.resolve("snapshots/first")).getParent();
        Files.writeString(snapshots.resolve("first/control-00.tar"), "damaged");
        Files.writeString(snapshots.resolve("first/manifest.json"), """
                {"format": 1, "name": "first", "at": "%s", "lab": "duo", "kubernetes": "%s", "inProvider": false,
                 "boxes": {}, "machines": [{"machine": "control", "role": "control-plane", "paths": [{"path": "/etc",
                 "file": "control-00.tar", "bytes": 7, "crc32c": "00000000"}], "deleted": [], "subnet": "",
                 "images": []}]}
                """.formatted(Instant.now(), KubernetesBranch.newest().newestVersion()));
        if (cutOff) {
            new WorkspaceState(Workspace.in(workspace)).beginReset("first");
        }

        Call reset = Call.of(home, Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(), "VAGRANT_HOME",
                home.resolve("vagrant").toString(), "HYBRIDLAB_TRUST", "true"), docker, "reset", "./duo", "first",
                "--yes", "--no-checks");

        assertThat(reset.exitCode()).as(reset.err()).isEqualTo(ExitCode.LAB_FAILED.number());
        assertThat(reset.err()).containsOnlyOnce("error: control-00.tar of the snapshot")
                .doesNotContain("machines are made again");
        assertThat(reset.err().contains("Nothing was changed.")).as("the earlier one changed machines")
                .isNotEqualTo(cutOff);
        assertThat(docker.ran()).noneMatch(line -> line.startsWith("docker rm"));
    }

    private Path lab() throws IOException {
        Path lab = Files.createDirectories(home.resolve("duo")).resolve("lab.yaml");
        Files.writeString(lab, "name: duo\nprovider: docker\nmachines: [{name: control, role: control-plane}]\n");
        Path workspace = lab.resolveSibling(".hybridlab");
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(workspace);
        docker.machine(LabId.of("duo", workspace).toString(), "control");
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("duo", workspace.toString(),
                ProviderName.DOCKER, "192.168.57.0/24"));
        return workspace;
    }
}
