package org.hybridlab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hybridlab.docs.ProofReport.Cell;
import org.hybridlab.docs.ProofReport.Part;
import org.junit.jupiter.api.Test;

class ProofColumnTest {
    private static final Path SOURCES = Path.of("docs/explanation/sources.md");
    private static final String PAGE = """
            | lab | proof |
            |---|---|
            | one | `labs/one`: a, d; rules only |
            | two | `labs/two` |
            | none | - |

            | other | column |
            |---|---|
            | `labs/one` | a |
            """;

    @Test
    void parts_showTheRungs_ofTheirTests() {
        assertThat(ProofColumn.filled(PAGE, ladder(true))).contains("| one | `labs/one`: a, d; rules only |",
                "| two | `labs/two`: none at the last run |", "| none | - |", "| `labs/one` | a |");
    }

    @Test
    void aRungWhoseTestWasSkippedIsGone() {
        assertThat(ProofColumn.filled(PAGE, ladder(false))).contains("| one | `labs/one`: a; rules only |");
    }

    private static ProofReport ladder(boolean stands) {
        Map<String, Cell> rungs = Map.of("a", new Cell(true, "1 test"), "d", new Cell(stands, "Test.it was skipped"));
        return new ProofReport("abc1234", "2026-11-21 17:04 UTC", "2 processors", List.of(new Part("labs/one", rungs)));
    }

    @Test
    void sourcesPage_saysWhatLastTestRunSaid() throws IOException {
        String page = Files.readString(SOURCES);

        assertThat(page).isEqualTo(ProofColumn.filled(page, ProofReport.installed(Path.of("")).orElseThrow()));
    }

    /** A part that nobody claims would never stand, and nobody would know why; other words claim no rung. */
    @Test
    void cells_ofPage_nameClaimedPartsOnly() throws IOException {
        List<String> items = ProofColumn.items(Files.readString(SOURCES));
        Set<String> parts = Claims.ours().parts().keySet();

        assertThat(items).hasSizeGreaterThan(60).allSatisfy(item -> assertThat(item.startsWith("`")
                ? parts.contains(item.replace("`", ""))
                : Set.of("-", "rules only", "golden files", "by text", "by hand")
                        .contains(item)).as(item).isTrue());
    }
}
