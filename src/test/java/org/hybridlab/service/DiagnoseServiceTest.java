package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.cli.Call;
import org.hybridlab.common.template.Installation;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnoseServiceTest {
    @TempDir
    private Path home;

    /** As `render` and `plan` leave it: nothing is wrong there, and nothing is right. */
    @Test
    void labNeverUp_withWorkspace_isNotWell() throws IOException {
        Path lab = Files.createDirectories(home.resolve("duo"));
        Files.writeString(lab.resolve("lab.yaml"), "machines: [{name: control, role: control-plane}]\n");
        Path workspace = lab.resolve(".hybridlab");
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(workspace);
        Files.createDirectories(workspace);
        Map<String, String> installation = Map.of(Installation.HOME, Path.of("").toAbsolutePath().toString());

        Call call = Call.of(home, installation, "diagnose", "duo");

        assertThat(call.err()).contains("[lab-not-up]");
        assertThat(call.exitCode()).isEqualTo(2);
    }
}
