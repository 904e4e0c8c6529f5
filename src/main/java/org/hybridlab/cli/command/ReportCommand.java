package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.report.WindowsReportReader;
import org.hybridlab.report.WindowsReportReader.Row;
import org.hybridlab.service.WindowsReportService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes what one wants to pass on; the pages for oneself are written by `check`. */
@Command(name = "report", footer = {
        "  hybridlab report first-hybrid --windows",
        "  hybridlab report --windows --read windows-report-first-hybrid.json"})
public final class ReportCommand extends LabCommand {
    public static final String READ = "--read";

    @Option(names = "--windows", required = true,
            description = {"How far the lab's Windows machines came, even if that is not far. Please send it",
                "to the project, which has no Windows machine. Recognised secrets are removed",
                        "(best effort)."})
    private boolean windows;
    @Option(names = "--to", paramLabel = "FILE",
            description = "Where to write it. Without it: windows-report-LAB.json, here.")
    private Path to;
    @Option(names = READ, paramLabel = "FILE",
            description = "Read such a report instead, and say what was seen on which Windows.")
    private Path read;

    @Override
    public CommandResult call() {
        return read == null ? write() : read();
    }

    private CommandResult read() {
        List<Row> rows = WindowsReportReader.rows(session.directory().resolve(read));
        return CommandResult.of(DocumentKind.WINDOWS_REPORT, new WindowsReportResult(read.toString(), rows),
                WindowsReportReader.table(rows));
    }

    private CommandResult write() {
        Path file = new WindowsReportService(context()).write(named(), Optional.ofNullable(to));
        say("Written, recognised secrets were removed (best effort): " + file);
        say("Look into it before you send it.");
        return CommandResult.of(DocumentKind.WINDOWS_REPORT, new WindowsReportResult(file.toString(), List.of()),
                List.of());
    }

    /**
     * The shape of {@code --output json}.
     *
     * @param file that was written or read
     * @param rows what was read
     */
    public record WindowsReportResult(String file, List<Row> rows) {
    }
}
