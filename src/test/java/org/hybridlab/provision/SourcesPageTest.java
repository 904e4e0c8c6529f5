package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * docs/explanation/sources.md says which step does by now what the source texts do by hand:
 * every one of them is in its lab's plan.
 */
class SourcesPageTest {
    private static final Pattern LAB = Pattern.compile("## Lab `([^`]+)`:.*");
    private static final Pattern COUNT = Pattern.compile("### (\\d+) hand steps");
    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| (.+) \\| (.+) \\| (.+) \\|");
    private static final Pattern WORD = Pattern.compile("`([^`]+)`");
    /** A shorter text may stand anywhere. */
    private static final int SHORTEST = 12;
    /** The row is about values that the lab file has in a comment. */
    private static final String IN_COMMENTS = "with the article's servers";
    private static final Pattern TEXT = Pattern.compile("`([^`]+)`: `([^`]+)`");

    @TempDir
    private Path folder;
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final Map<String, List<String>> rows = new LinkedHashMap<>();
    /** The last cells of the same rows. */
    private final Map<String, List<String>> seen = new LinkedHashMap<>();
    private String page;

    @BeforeEach
    void read() throws IOException {
        page = Files.readString(Path.of("docs/explanation/sources.md"));
        String lab = "";
        for (String line : page.lines().toList()) {
            Matcher heading = LAB.matcher(line);
            Matcher count = COUNT.matcher(line);
            Matcher row = ROW.matcher(line);
            if (heading.matches()) {
                lab = heading.group(1);
                rows.put(lab, new ArrayList<>());
                seen.put(lab, new ArrayList<>());
            } else if (count.matches()) {
                counts.put(lab, Integer.valueOf(count.group(1)));
            } else if (row.matches()) {
                rows.get(lab).add(row.group(3));
                seen.get(lab).add(row.group(4));
                assertThat(Integer.parseInt(row.group(1))).isEqualTo(rows.get(lab).size());
            }
        }
    }

    @Test
    void texts_haveALab_andCountedSteps() {
        assertThat(rows.keySet()).containsExactlyInAnyOrder("kiamol-ch18", "l2bridge", "handbook-windows",
                "upstream-tor", "rancher");
        rows.forEach((lab, cells) -> assertThat(cells).as(lab).hasSize(counts.get(lab)));
        long gone = count("gone: ");
        long open = count("not done yet: ");
        long all = rows.values().stream().mapToLong(List::size).sum();
        assertThat(page).contains("**%d hand steps: %d are done by a step, a check or a command, %s.**".formatted(all,
                all - gone - open, open == 0 ? "and %d are gone".formatted(gone)
                        : "%d are gone, %d %s not done yet".formatted(gone, open, open == 1 ? "is" : "are")));
    }

    private long count(String beginning) {
        return rows.values().stream().flatMap(List::stream).filter(cell -> cell.startsWith(beginning)).count();
    }

    @Test
    void handSteps_areDoneBySomethingThere() {
        rows.forEach((lab, cells) -> {
            StepSources sources = StepSources.of(lab, folder);
            for (String cell : cells) {
                if (claims(cell)) {
                    assertThat(words(cell)).as(lab + ": " + cell).isNotEmpty().allMatch(sources::isThere);
                }
            }
        });
    }

    /** A row cannot claim what nothing does: each thing that it names is made of a text that the row quotes. */
    @Test
    void handSteps_areSeenInTheirStepsSource() {
        List<String> wrong = new ArrayList<>();
        rows.forEach((lab, cells) -> {
            StepSources sources = StepSources.of(lab, folder);
            StepSources comments = StepSources.ofComments(lab, folder);
            for (int i = 0; i < cells.size(); i++) {
                String cell = cells.get(i);
                String row = "%s %d (%s): %s ".formatted(lab, i + 1, cell, seen.get(lab).get(i));
                wrong(cell, seen.get(lab).get(i), cell.contains(IN_COMMENTS) ? comments : sources)
                        .forEach(words -> wrong.add(row + words));
            }
        });
        assertThat(wrong).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "`node-ready/win1`; -; names no text of node-ready",
        "`check nodes`; -; names no text of check nodes",
        "`hybridlab ssh`; -; names no text of hybridlab ssh",
        // Each kind of step wants its own.
        "`node-ready/win1`, `check nodes`; `NodeReady`: `is Ready at`; names no text of check nodes",
        "`node-ready/win1`; `NodeReady`: `is ready at`; is not made of: is ready at",
        "`node-ready/win1`; `SshCommand`: `Gives a terminal`; is not made of: Gives a terminal",
        "`node-ready/win1`; `NodeReady`: `is Ready`; names a text of less than 12 characters: is Ready",
        "gone: no cloud; `NodeReady`: `is Ready at`; is not made of: is Ready at"})
    void rowThatClaimsTooMuch_isRefused(String cell, String texts, String words) {
        assertThat(wrong(cell, texts, StepSources.of("l2bridge", folder))).contains(words);
    }

    /** @return nothing if the row is right */
    private static List<String> wrong(String cell, String proof, StepSources sources) {
        List<String> wrong = new ArrayList<>();
        List<String> items = claims(cell) ? words(cell) : List.of();
        List<MatchResult> texts = TEXT.matcher(proof).results().toList();
        items.stream().map(StepSources::kind).distinct().filter(kind -> texts.stream().noneMatch(text ->
                        items.stream().filter(item -> StepSources.kind(item).equals(kind))
                                .anyMatch(item -> sources.has(item, text.group(1), text.group(2)))))
                .forEach(kind -> wrong.add("names no text of " + kind));
        for (MatchResult text : texts) {
            if (text.group(2).length() < SHORTEST) {
                wrong.add("names a text of less than %d characters: %s".formatted(SHORTEST, text.group(2)));
            }
            if (items.stream().noneMatch(item -> sources.has(item, text.group(1), text.group(2)))) {
                wrong.add("is not made of: " + text.group(2));
            }
        }
        return wrong;
    }

    private static boolean claims(String cell) {
        return !cell.startsWith("gone: ") && !cell.startsWith("not done yet: ");
    }

    private static List<String> words(String cell) {
        return WORD.matcher(cell).results().map(word -> word.group(1)).toList();
    }
}
