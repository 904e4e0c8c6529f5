package org.hybridlab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** What pages and comments name is there: links, labs, pages, tests and actions of workflows. */
class PagesTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">|(?m)^#+ (.+)$");
    private static final Pattern BARE = Pattern.compile("`hybridlab (logs|status|plan|ssh|render|replace|validate"
            + "|kubectl|snapshot list)`(?! there)|(?i:run|then|not running:) `hybridlab (up|destroy)`");
    /** Pages of others have capitals, or a folder of theirs before them. */
    private static final Pattern PAGE =
            Pattern.compile("(?<![A-Za-z0-9_/.-])(docs/[a-z-]+/|reports/)?[a-z0-9-]+\\.md(?![a-z])");
    private static final Pattern JAVA = Pattern.compile("`([A-Z]\\w*Test(?:\\.\\w+)?)`");
    private static final Pattern GO = Pattern.compile("`(Test[A-Z]\\w*)`");
    private static final Path WINDOWS_TESTS = Path.of("docs/contributing/windows-traits.md");
    private static final String HEAD = "| Windows | what hybridlab does | held by | red first | only Windows can say |";
    private static final Pattern NAME = Pattern.compile("`([A-Za-z_]+(?:\\.go)?)`");

    @Test
    void links_ofAllPages_leadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            for (String target : LINK.matcher(withoutCode(page)).results().map(link -> link.group(1)).toList()) {
                if (!target.contains("://") && !target.startsWith("mailto:") && !leadsSomewhere(page, target)) {
                    broken.add(page + " links to " + target);
                }
            }
        }

        assertThat(broken).isEmpty();
    }

    @Test
    void anchors_asGitHubMakesThem() {
        assertThat(slug("Legacy mode: chapter 18, as `printed` ([why](x.md))"))
                .isEqualTo("legacy-mode-chapter-18-as-printed-why");
    }

    private static boolean leadsSomewhere(Path page, String target) throws IOException {
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Files.exists(file) && (parts.length == 1 || Files.isDirectory(file) || anchors(file).contains(parts[1]));
    }

    private static Set<String> anchors(Path file) throws IOException {
        Set<String> anchors = new HashSet<>();
        ANCHOR.matcher(withoutCode(file)).results()
                .forEach(one -> anchors.add(one.group(1) != null ? one.group(1) : slug(one.group(2))));
        return anchors;
    }

    private static String slug(String heading) {
        return heading.replaceAll("\\]\\([^)]*\\)", "").toLowerCase(Locale.ROOT).strip()
                .replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-');
    }

    private static String withoutCode(Path file) throws IOException {
        return Files.readString(file).replaceAll("(?ms)^```.*?^```", "");
    }

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String folder : List.of("bench", "data", "docs", "labs", "reports", ".github")) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                files.filter(file -> file.toString().endsWith(".md") && !file.toString().contains("/.hybridlab"))
                        .forEach(pages::add);
            }
        }
        try (Stream<Path> files = Files.list(Path.of(""))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }

    @Test
    void advice_toRunCommand_namesItsLab() throws IOException {
        List<String> bare = new ArrayList<>();
        try (Stream<Path> all = Files.walk(Path.of("src/main/java"))) {
            for (Path source : all.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
                Files.readAllLines(source).stream().filter(line -> BARE.matcher(line).find())
                        .filter(line -> !line.strip().matches("(/\\*\\*|\\*|.*description = ).*"))
                        .forEach(line -> bare.add(source.getFileName() + ": " + line.strip()));
            }
        }
        assertThat(bare).isEmpty();
    }

    @Test
    void everyPageThatTheSourcesNameIsThere() throws IOException {
        List<String> missing = new ArrayList<>();
        for (String folder : List.of("src/main/java", "data/addons", "data/bundle", "templates",
                "hybridlab")) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                for (Path file : files.filter(Files::isRegularFile).filter(PagesTest::isText).toList()) {
                    PAGE.matcher(Files.readString(file)).results().map(match -> match.group())
                            .filter(page -> !Files.exists(Path.of(page)))
                            .forEach(page -> missing.add(file + " names " + page));
                }
            }
        }

        assertThat(missing).isEmpty();
    }

    private static boolean isText(Path file) {
        String name = file.getFileName().toString();
        return name.equals("hybridlab") || Stream.of(".java", ".ftl", ".yaml", ".sh").anyMatch(name::endsWith);
    }

    @Test
    void everyTestThatAPageNamesExists() throws IOException {
        ExistingTests existing = ExistingTests.ofTheProject();
        String go = texts(Path.of("data/bundle/go"), "_test.go");
        String pages = texts(Path.of("docs"), ".md") + texts(Path.of("labs"), ".md")
                + Files.readString(Path.of("README.md")) + Files.readString(Path.of("CONTRIBUTING.md"));

        assertThat(named(JAVA, pages)).hasSizeGreaterThan(40).filteredOn(test -> !existing.has(test)).isEmpty();
        assertThat(named(GO, pages)).filteredOn(test -> !go.contains("func " + test + "(")).isEmpty();
    }

    private static List<String> named(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).distinct().toList();
    }

    private static String texts(Path folder, String ending) throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(ending)).toList()) {
                texts.add(Files.readString(file));
            }
        }
        return String.join("\n", texts);
    }

    @Test
    void windowsTraits_onPage_nameExistingTests() throws IOException {
        Set<String> tests = tests();
        List<String> rows = Files.readString(WINDOWS_TESTS).split(Pattern.quote(HEAD))[1].strip().lines().skip(1)
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

    /** A tag of somebody's repository can be moved to other code. */
    @Test
    void actions_areNamedByCommit() throws IOException {
        List<String> uses = new ArrayList<>();
        for (String folder : List.of(".github", "docs")) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                for (Path file : files.filter(one -> one.toString().matches(".*\\.(yml|md)")).toList()) {
                    Files.readString(file).lines().filter(line -> line.matches("\\s*-? *uses: .*")).forEach(uses::add);
                }
            }
        }

        assertThat(uses).hasSizeGreaterThan(4).allMatch(line -> line.matches(".*@[0-9a-f]{40} # v[0-9.]+"));
    }
}
