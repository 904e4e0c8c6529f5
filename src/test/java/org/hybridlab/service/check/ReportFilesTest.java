package org.hybridlab.service.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.UserFolders;
import org.hybridlab.report.Reports;
import org.hybridlab.service.check.CheckPhase.ReportFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {
    @TempDir
    private Path home;
    private Workspace workspace;
    private OwnWorkspaces own;
    private ReportFiles files;

    @BeforeEach
    void workspaceOfLab() {
        workspace = Workspace.in(home.resolve("duo/.hybridlab"));
        own = new OwnWorkspaces(UserFolders.of(Map.of(), home));
        own.bind(workspace.folder());
        files = new ReportFiles(workspace, own, Reports.templates());
    }

    @Test
    void reports_ofLab_areAllThere() {
        assertThat(files.write(Reports.report())).isEmpty();
        assertThat(workspace.report()).isDirectoryContaining("glob:**/report.json")
                .isDirectoryContaining("glob:**/junit.xml").isDirectoryContaining("glob:**/report.html");
    }

    /** A workspace that came back would be nobody's: `up` and `destroy` would refuse it. */
    @Test
    void destroyedWorkspace_doesNotComeBack() {
        workspace.delete();
        own.forget(workspace.folder());

        assertThat(failure(() -> files.write(Reports.report())).id()).isEqualTo("report-not-written");

        assertThat(workspace.folder()).doesNotExist();
        own.check(workspace.folder());
    }

    /** One that cannot be made leaves the others. */
    @Test
    void report_thatCannotBeWritten_isTold() {
        workspace.write("report/report.json/in-its-place", "");

        assertThat(files.write(Reports.report())).singleElement().asString()
                .startsWith("report/report.json is not written: ");
        assertThat(workspace.report().resolve("junit.xml")).exists();
    }
}
