package org.hybridlab.service.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.report.HtmlReport;
import org.hybridlab.report.JUnitXml;
import org.hybridlab.report.JsonReport;
import org.hybridlab.report.Report;

/** The reports of a lab's checks, in its workspace. */
record ReportFiles(Workspace workspace, OwnWorkspaces own, Templates templates) {
    /**
     * Each file by itself: with one that cannot be made the others are still of use.
     *
     * @return which are not written, and why, a sentence each
     * @throws LabException {@code report-not-written} (exit 3) if the lab was destroyed while its checks ran
     */
    List<String> write(Report report) {
        if (!own.isBound(workspace.folder())) {
            // A folder that came back would be nobody's, and keep the next `up` from its place.
            throw LabException.hostNotReady("report-not-written", "The report is not written: the workspace %s is gone."
                    .formatted(workspace.folder()), "The lab was destroyed while its checks ran. If you still need it, "
                    + "bring it up again.");
        }
        List<String> troubles = new ArrayList<>();
        write("report/report.json", () -> JsonReport.of(report).text(), troubles);
        write("report/junit.xml", () -> JUnitXml.of(report), troubles);
        write("report/report.html", () -> HtmlReport.of(report, templates), troubles);
        return troubles;
    }

    private void write(String file, Supplier<String> text, List<String> troubles) {
        try {
            workspace.write(file, text.get());
        } catch (LabException e) {
            troubles.add("%s is not written: %s %s".formatted(file, e.what(), e.advice()));
        } catch (RuntimeException e) {
            troubles.add("%s is not written: %s".formatted(file, e));
        }
    }
}
