package org.hybridlab.diagnose;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;

import org.hybridlab.config.file.GeneratedFile;
import org.junit.jupiter.api.Test;

/** docs/reference/findings lists every known failure as the data has it, one page for each area. */
class FindingsPageTest {
    private static final Path FOLDER = Path.of("docs/reference/findings");
    private static final String INDEX = """
            # Findings

            `hybridlab diagnose LAB` looks for these %d known failures in everything that your lab logged. It names \
            each finding with
            its evidence, its cause and what to do. [Diagnose a lab](../../how-to/diagnose.md) shows how.

            These pages are generated from `diagnose/failures`.

            | area | findings |
            |---|---|
            """;

    @Test
    void findingsPages_areAsTheDataHasThem() throws IOException {
        KnownFailures known = KnownFailures.read(Path.of(""));
        StringBuilder index = new StringBuilder(INDEX.formatted(known.ids().size()));
        for (KnownFailures.Area area : known.areas()) {
            String page = area.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-") + ".md";
            index.append("| [%s](%s) | %d |\n".formatted(area.title(), page, area.failures().size()));
            GeneratedFile.assertUpToDate(FOLDER.resolve(page), page(area));
        }
        GeneratedFile.assertUpToDate(FOLDER.resolve("README.md"), index.toString());
    }

    private static String page(KnownFailures.Area area) {
        return area.failures().stream().map(FindingsPageTest::row).collect(Collectors.joining("",
                "# Findings: %s\n\nThis page is generated from `diagnose/failures`.\n\n".formatted(area.title())
                + "| id | finding | looked for in | cause | what to do | source |\n|---|---|---|---|---|---|\n", ""));
    }

    private static String row(KnownFailure failure) {
        return "| `%s` | %s | %s | %s | %s | %s |\n".formatted(failure.id(), cell(failure.finding()),
                failure.kinds().stream().map(EvidenceKind::id).collect(Collectors.joining(", ")),
                cell(failure.cause()), cell(failure.cure("LAB", "MACHINE")) + commands(failure),
                cell(failure.source()));
    }

    private static String commands(KnownFailure failure) {
        return failure.run().stream().map(command -> "<br>`" + cell(command.replace("{lab}", "LAB")
                .replace("{machine}", "MACHINE")) + "`").collect(Collectors.joining());
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
