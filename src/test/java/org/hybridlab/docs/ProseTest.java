package org.hybridlab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.docs.Prose.Sentence;
import org.junit.jupiter.api.Test;

/** Pages speak to a person: short sentences, everyday English, and nothing that only the project's tests need. */
class ProseTest {
    private static final int MOST_WORDS = 25;
    private static final String DIALECT = "\\b(?:anew|mend(?:s|ed|ing)?|who(?:so)?ever|shall|museum|heed(?:s|ed)?|"
            + "(?:is|are|was|were|be|been) (?:had|told)|of (?:ours|theirs)|sees? to|seen to|as ever|no more(?! than)|"
            + "all the same|somebody|by now|in force|said of|the like|what for|(?:lie|lies|lay) "
                    + "(?:in|beside|below|there)|"
            + "takes? away|taken away|besides?,|is left out|are left out|that is there)\\b";
    private static final Pattern NOT_ENGLISH = Pattern.compile(DIALECT, Pattern.CASE_INSENSITIVE);
    private static final Pattern ABOUT_TESTS = Pattern.compile("\\b[A-Z]\\w+Test\\b|\\bat load\\b|\\bload \\d|"
            + "\\b20\\d\\d-\\d\\d\\b|\\b\\d+ (?:January|February|March|April|May|June|July|August|September|October|"
            + "November|December) 20\\d\\d");
    private static final Pattern TEXT = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern PROJECT_SPEAKS = Pattern.compile("\\b(?:[Ww]e|[Oo]ur|us)\\b");
    private static final Pattern NOT_VERIFIED = Pattern.compile("(?i)nobody (?:has )?(?:ever )?r[au]n|"
            + "not (?:been )?run (?:yet|here|on windows)|never (?:been )?run on windows|not verified on windows");
    private static final List<Path> MAY_SAY_NOT_VERIFIED = List.of(Path.of("README.md"),
            Path.of("docs/explanation/windows-proof.md"));

    @Test
    void sentences_ofUserPages_areShort() throws IOException {
        assertThat(found(userPages(), sentence -> sentence.words() > MOST_WORDS
                ? sentence.words() + " words: " + sentence.text() : null)).isEmpty();
    }

    @Test
    void words_ofPages_areEverydayEnglish() throws IOException {
        assertThat(found(userPages(), sentence -> match(NOT_ENGLISH, sentence.text()))).isEmpty();
    }

    @Test
    void words_ofHelpAndLabs_areEverydayEnglish() throws IOException {
        List<String> found = new ArrayList<>();
        for (String folder : List.of("src/main/resources", "labs", "diagnose")) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                for (Path file : files.filter(one -> one.toString().matches(".*\\.(yaml|ftl|properties)")
                        && !one.toString().contains("/.hybridlab")).toList()) {
                    int number = 0;
                    for (String line : Files.readAllLines(file)) {
                        number++;
                        if (NOT_ENGLISH.matcher(line).find()) {
                            found.add(file + ":" + number + ": " + line.strip());
                        }
                    }
                }
            }
        }

        assertThat(found).isEmpty();
    }

    @Test
    void words_ofMessages_areEverydayEnglish() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
                Files.readAllLines(file).stream().filter(line -> !line.strip().matches("(?s)(\\*|/\\*|//).*"))
                        .flatMap(line -> TEXT.matcher(line).results()).map(MatchResult::group)
                        .filter(text -> NOT_ENGLISH.matcher(text).find())
                        .forEach(text -> found.add(file + ": " + text));
            }
        }

        assertThat(found).isEmpty();
    }

    @Test
    void userPages_omitTestsLoadsAndDates() throws IOException {
        assertThat(found(userPages(), sentence -> match(ABOUT_TESTS, sentence.text()))).isEmpty();
    }

    @Test
    void userPages_speakToYou_notOfUs() throws IOException {
        assertThat(found(userPages(), sentence -> match(PROJECT_SPEAKS, sentence.text()))).isEmpty();
        for (Path page : userPages()) {
            if (page.startsWith("docs/tutorials") || page.startsWith("docs/how-to")) {
                assertThat(youPerThousand(page)).as("\"you\" per 1,000 words of " + page).isGreaterThan(10);
            }
        }
    }

    @Test
    void unverifiedOnWindows_isSaidInTwoPlaces() throws IOException {
        List<Path> others = userPages().stream().filter(page -> !MAY_SAY_NOT_VERIFIED.contains(page)).toList();

        assertThat(found(others, sentence -> match(NOT_VERIFIED, sentence.text()))).isEmpty();
        for (Path page : MAY_SAY_NOT_VERIFIED) {
            assertThat(found(List.of(page), sentence -> match(NOT_VERIFIED, sentence.text()))).isNotEmpty();
        }
    }

    @Test
    void prose_ofAPage_isItsSentences() {
        Prose prose = Prose.of(Path.of("a.md"), "# Not this\n\nOne `a b` [c d](e.md). Two\nlines.\n\n```\nno\n```\n"
                + "- an item\n\n| cell one | Two. Three |\n|---|---|\n");

        assertThat(prose.sentences()).extracting(Sentence::text).containsExactly("One CODE c d.", "Two lines.",
                "an item", "cell one", "Two.", "Three");
        assertThat(prose.sentences()).extracting(Sentence::line).containsExactly(3, 3, 9, 11, 11, 11);
        assertThat(prose.sentences().get(0).words()).isEqualTo(4);
    }

    private static double youPerThousand(Path page) throws IOException {
        List<Sentence> sentences = Prose.of(page).sentences();
        long you = sentences.stream().flatMap(sentence -> Pattern.compile("(?i)\\byou(?:rs?|rself)?\\b")
                .matcher(sentence.text()).results()).count();
        return 1000.0 * you / sentences.stream().mapToInt(Sentence::words).sum();
    }

    private static List<String> found(List<Path> pages, Function<Sentence, String> complaint) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path page : pages) {
            for (Sentence sentence : Prose.of(page).sentences()) {
                String told = complaint.apply(sentence);
                if (told != null) {
                    found.add("%s:%d: %s".formatted(page, sentence.line(), told));
                }
            }
        }
        return found;
    }

    private static String match(Pattern pattern, String text) {
        return pattern.matcher(text).results().findFirst().map(one -> "\"%s\" in: %s".formatted(one.group(), text))
                .orElse(null);
    }

    /** Pages for those who use hybridlab; those for its developers, and reports of test runs, may name tests. */
    private static List<Path> userPages() throws IOException {
        return PageLinksTest.pages().stream().filter(page -> page.startsWith("docs") || page.startsWith("labs")
                || page.equals(Path.of("README.md"))).filter(page -> !page.startsWith("docs/contributing"))
                .toList();
    }
}
