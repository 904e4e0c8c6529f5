package org.hybridlab.diagnose;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hybridlab.config.file.GeneratedFile;
import org.junit.jupiter.api.Test;

/** docs/reference/findings has every known failure as the data has it: a page for each area, a section for each id. */
class FindingsPageTest {
    private static final Path FOLDER = Path.of("docs/reference/findings");
    private static final String INDEX = """
            # Findings

            `hybridlab diagnose LAB` looks for these %d known failures in everything that your lab logged. \
            It names each finding with
            its evidence, its cause and what to do. [Diagnose a lab](../../how-to/diagnose.md) shows how.

            These pages are generated from `data/diagnose/failures`.

            | area | findings |
            |---|---|
            """;

    private final KnownFailures known = KnownFailures.read(Path.of(""));

    @Test
    void findingsPages_areAsTheDataHasThem() throws IOException {
        Map<String, List<Sample>> samples = Sample.all().collect(Collectors.groupingBy(Sample::id));
        StringBuilder index = new StringBuilder(INDEX.formatted(known.ids().size()));
        for (KnownFailures.Area area : known.areas()) {
            index.append("| [%s](%s) | %d |\n".formatted(area.title(), area.page(), area.failures().size()));
            GeneratedFile.assertUpToDate(FOLDER.resolve(area.page()), page(area, samples));
        }
        GeneratedFile.assertUpToDate(FOLDER.resolve("README.md"), index.toString());
    }

    private String page(KnownFailures.Area area, Map<String, List<Sample>> samples) {
        StringBuilder page = new StringBuilder("# Findings: %s\n\n".formatted(area.title())
                + "This page is generated from `data/diagnose/failures`. "
                + "`hybridlab diagnose LAB` prints the commands with your names filled in.\n\n"
                + "| id | finding |\n|---|---|\n");
        area.failures().forEach(failure -> page.append("| [`%s`](#%s) | %s |\n".formatted(failure.id(), failure.id(),
                FindingSection.plain(failure.finding()).replace("|", "\\|"))));
        area.failures().forEach(failure -> page.append('\n').append(
                new FindingSection(failure, samples.get(failure.id()), known).text()));
        return page.toString();
    }
}
