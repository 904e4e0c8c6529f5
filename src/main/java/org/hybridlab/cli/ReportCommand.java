package org.hybridlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.hybridlab.failure.LabException;
import org.hybridlab.report.WindowsReport;
import org.hybridlab.steps.LabTools;
import org.hybridlab.steps.OpenLab;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Judges the checks and writes what one wants to pass on; the pages for oneself are written by `check`. */
@Command(name = "report", footerHeading = "%nExample:%n",
        footer = "  hybridlab report first-hybrid --windows windows-report.json")
final class ReportCommand implements Callable<Integer> {
    private final Session session;
    @Mixin
    private JudgedLab lab;
    @Option(names = "--windows", paramLabel = "FILE", required = true,
            description = "How far the lab's Windows machines came, without secrets: please send it to the project, "
                    + "which has no Windows machine of its own.")
    private Path windows;

    ReportCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LabFront front = new LabFront(session);
        OpenLab open = lab.open(front, session);
        if (front.standIns() || open.lab().madeWindowsMachines().isEmpty()) {
            throw LabException.invalid("no-real-windows", "%s has no Windows machines but simulated ones."
                    .formatted(lab.word()), "Only a lab with real Windows machines has something to report.");
        }
        LabTools tools = front.tools(open);
        return lab.judge(tools, session, (phase, report) ->
                write(WindowsReport.of(report, tools.cluster().api()).text()));
    }

    private void write(String report) {
        Path file = session.directory().resolve(windows);
        try {
            Files.writeString(file, report);
        } catch (IOException e) {
            throw LabException.hostNotReady("report-not-written", "%s cannot be written: %s".formatted(windows,
                    e.getMessage()), "Name a file in a folder that is yours.").causedBy(e);
        }
        session.err().println("Written without secrets: " + file);
    }
}
