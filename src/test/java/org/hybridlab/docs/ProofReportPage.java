package org.hybridlab.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.docs.ProofReport.Cell;
import org.hybridlab.docs.ProofReport.Part;

/**
 * reports/ladder.json and reports/ladder.md: how far everything about Windows machines was proven, from surefire; and
 * the column of docs/explanation/sources.md that says it of each system there.
 */
final class ProofReportPage {
    /** Where a run that is published writes: then the column is of the same run. */
    private static final Path PUBLISHED = Path.of("reports");
    private static final Path SOURCES = Path.of("docs/explanation/sources.md");

    private ProofReportPage() {
    }

    /**
     * @param arguments the folder to write to, the commit, and folders of surefire's XML; of a test in two, the later
     */
    public static void main(String[] arguments) throws IOException {
        List<TestRun> runs = new ArrayList<>();
        for (String folder : Arrays.asList(arguments).subList(2, arguments.length)) {
            runs.add(TestRun.read(Path.of(folder)));
        }
        String at = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'").format(LocalDateTime.now(ZoneOffset.UTC));
        ProofReport ladder = new ProofReport(arguments[1], at, HostKind.ofThisHost().words(),
                Claims.ours().judge(TestRun.together(runs)));
        Files.writeString(Path.of(arguments[0], "ladder.json"), ladder.json());
        Files.writeString(Path.of(arguments[0], "ladder.md"), text(ladder));
        if (Path.of(arguments[0]).equals(PUBLISHED)) {
            Files.writeString(SOURCES, ProofColumn.filled(Files.readString(SOURCES), ladder));
        }
    }

    static String text(ProofReport ladder) {
        List<String> lines = new ArrayList<>(List.of(
                "# How far everything about Windows machines was proven",
                "",
                "Written by `./test` from the results of the tests that ran, with [ladder.json](ladder.json), "
                        + "which `plan`,",
                "`up`, `check` and the reports read; not edited by hand. `src/test/resources/ladder.yaml` says "
                        + "which tests a",
                "rung takes. If one of them was skipped, failed or did not run, the rung is not there.",
                "",
                "Commit `%s`, %s, %s.".formatted(ladder.commit(), ladder.at(), ladder.host()),
                ""));
        Stream.of(ProofLevel.values()).forEach(rung -> lines.add("- **%s**: %s; it cannot see %s".formatted(
                rung.letter(), rung.description(), rung.unseen())));
        lines.add("");
        lines.add("A number is that of the tests; `-` is a rung that fell, below the table with the reason; an "
                + "empty cell was");
        lines.add("never claimed. [How far Windows is proven](../docs/explanation/windows-proof.md#the-ladder) "
                + "tells what each rung can");
        lines.add("say, and what not.");
        lines.add("");
        lines.add("| | " + String.join(" | ", Stream.of(ProofLevel.values()).map(ProofLevel::letter).toList()) + " |");
        lines.add("|---" + "|---".repeat(ProofLevel.values().length) + "|");
        ladder.parts().forEach(part -> lines.add("| %s | %s |".formatted(part.name(),
                String.join(" | ", Stream.of(ProofLevel.values()).map(rung -> cell(part, rung)).toList()))));
        lines.add("");
        lines.add("## Rungs that fell");
        lines.add("");
        List<String> fallen = fallen(ladder);
        lines.addAll(fallen.isEmpty() ? List.of("None.") : fallen);
        return String.join("\n", lines) + "\n";
    }

    private static String cell(Part part, ProofLevel rung) {
        Cell cell = part.rungs().get(rung.letter());
        return cell == null ? "" : cell.stands() ? cell.words().replaceFirst(" .*", "") : "-";
    }

    private static List<String> fallen(ProofReport ladder) {
        return ladder.parts().stream().flatMap(part -> part.rungs().entrySet().stream()
                .filter(cell -> !cell.getValue().stands())
                .map(cell -> "- %s, rung %s: %s".formatted(part.name(), cell.getKey(), cell.getValue().words())))
                .toList();
    }
}
