package org.hybridlab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** What Windows does and scripts do not expect, in docs/contributing/windows-traits.md: each names a test. */
class WindowsTestsPageTest {
    private static final Path PAGE = Path.of("docs/contributing/windows-traits.md");
    private static final String HEAD = "| Windows | what hybridlab does | held by | red first | only Windows can say |";
    private static final Pattern NAME = Pattern.compile("`([A-Za-z_]+(?:\\.go)?)`");

    @Test
    void windowsTraits_onPage_nameExistingTests() throws IOException {
        Set<String> tests = tests();
        List<String> rows = Files.readString(PAGE).split(Pattern.quote(HEAD))[1].strip().lines().skip(1)
                .takeWhile(line -> line.startsWith("|")).toList();
        assertThat(rows).hasSizeGreaterThanOrEqualTo(27).allSatisfy(row -> {
            String[] cells = row.split(" \\| ");
            assertThat(cells).hasSize(5).noneMatch(String::isBlank);
            assertThat(cells[3]).isIn("yes", "no", "not played", "not noted");
            assertThat(NAME.matcher(cells[2]).results().map(MatchResult::group).map(name -> name.replace("`", "")))
                    .isNotEmpty().isSubsetOf(tests);
        });
    }

    private static Set<String> tests() throws IOException {
        try (Stream<Path> java = Files.walk(Path.of("src/test/java"));
             Stream<Path> go = Files.walk(Path.of("data/bundle/go"))) {
            return Stream.concat(java, go).map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Test.java") || name.endsWith("_test.go"))
                    .map(name -> name.replace(".java", "")).collect(Collectors.toSet());
        }
    }
}
