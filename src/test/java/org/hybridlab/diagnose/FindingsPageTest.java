package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.file.GeneratedFile;
import org.junit.jupiter.api.Test;

/** docs/reference/findings has every known failure as the data has it: a table for each area, a page for each id. */
class FindingsPageTest {
    private static final Path FOLDER = Path.of("docs/reference/findings");
    private static final String INDEX = """
            # Findings

            `hybridlab diagnose LAB` looks for these %d known failures in everything that your lab logged. \
            It names each finding with
            its evidence, its cause and what to do. [Diagnose a lab](../../how-to/diagnose.md) shows how.

            These pages are generated from `diagnose/failures`.

            | area | findings |
            |---|---|
            """;

    private final KnownFailures known = KnownFailures.read(Path.of(""));

    @Test
    void findingsPages_areAsTheDataHasThem() throws IOException {
        StringBuilder index = new StringBuilder(INDEX.formatted(known.ids().size()));
        for (KnownFailures.Area area : known.areas()) {
            index.append("| [%s](%s) | %d |\n".formatted(area.title(), file(area), area.failures().size()));
            GeneratedFile.assertUpToDate(FOLDER.resolve(file(area)), table(area));
        }
        GeneratedFile.assertUpToDate(FOLDER.resolve("README.md"), index.toString());
    }

    @Test
    void findingPages_areAsTheDataSays() throws IOException {
        Map<String, List<Sample>> samples = Sample.all().collect(Collectors.groupingBy(Sample::id));
        for (KnownFailures.Area area : known.areas()) {
            for (KnownFailure failure : area.failures()) {
                GeneratedFile.assertUpToDate(FOLDER.resolve("id/" + failure.id() + ".md"), new FindingPage(failure,
                        "[%s](../%s)".formatted(area.title(), file(area)), samples.get(failure.id()), known).text());
            }
        }
    }

    @Test
    void pagesOfFindings_areOfKnownFailuresOnly() throws IOException {
        Set<String> ids = known.ids();
        try (Stream<Path> pages = Files.list(FOLDER.resolve("id"))) {
            assertThat(pages.map(page -> page.getFileName().toString())).as("pages; delete those of no finding")
                    .allSatisfy(name -> assertThat(name).endsWith(".md"))
                    .extracting(name -> name.replace(".md", "")).containsExactlyInAnyOrderElementsOf(ids);
        }
    }

    private static String file(KnownFailures.Area area) {
        return area.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-") + ".md";
    }

    private static String table(KnownFailures.Area area) {
        return area.failures().stream().map(failure -> "| [`%s`](id/%s.md) | %s | %s |\n".formatted(failure.id(),
                failure.id(), FindingPage.plain(failure.finding()).replace("|", "\\|"), kinds(failure)))
                .collect(Collectors.joining("", "# Findings: %s\n\nThis page is generated from `diagnose/failures`.\n\n"
                        .formatted(area.title()) + "| id | finding | looked for in |\n|---|---|---|\n", ""));
    }

    private static String kinds(KnownFailure failure) {
        return failure.kinds().stream().map(kind -> "`" + kind.id() + "`").collect(Collectors.joining(", "));
    }
}
