package org.hybridlab.diagnose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

import org.hybridlab.config.file.GeneratedFile;
import org.junit.jupiter.api.Test;

/** The end of docs/reference/failures.md lists every known failure, as the data has it. */
class FindingsPageTest {
    private static final Path PAGE = Path.of("docs/reference/failures.md");
    private static final String HEADING = "\n## Findings\n";

    @Test
    void thePageListsEveryFindingAsTheDataHasIt() throws IOException {
        String page = Files.readString(PAGE);
        String written = page.contains(HEADING) ? page.substring(0, page.indexOf(HEADING)) : page.stripTrailing()
                + "\n";

        GeneratedFile.assertUpToDate(PAGE, written + findings(KnownFailures.read(Path.of(""))));
    }

    private static String findings(KnownFailures known) {
        StringBuilder text =
                new StringBuilder(HEADING + "\nThis section is generated from `diagnose/failures`: %d known failures.\n"
                .formatted(known.ids().size()));
        for (KnownFailures.Area area : known.areas()) {
            text.append("\n### %s\n\n| id | finding | looked for in | cause | what to do | source |\n|---|---|---|---|---|---|\n"
                    .formatted(area.title()));
            area.failures().forEach(failure -> text.append(row(failure)));
        }
        return text.toString();
    }

    private static String row(KnownFailure failure) {
        return "| `%s` | %s | %s | %s | %s | %s |\n".formatted(failure.id(), cell(failure.finding()),
                failure.kinds().stream().map(EvidenceKind::word).collect(Collectors.joining(", ")),
                cell(failure.cause()), cell(failure.cure("LAB", "MACHINE")), cell(failure.source()));
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
