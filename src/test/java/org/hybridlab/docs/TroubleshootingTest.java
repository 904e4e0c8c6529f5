package org.hybridlab.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** docs/reference/failures.md has every id that a failure can have. */
class TroubleshootingTest {
    private static final Pattern FAILURE =
            Pattern.compile("(?:labFailed|hostNotReady|notJudged|invalid|orFail|orHostFails)\\(\\s*"
                    + "\"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)\"|\\bfails [a-z]+(?:-[a-z]+)+");

    private static final Pattern EXIT = Pattern.compile("\\(exit (\\d+)\\)");

    @Test
    void failuresOfTheCode_areOnThePage() throws IOException {
        String page = Files.readString(Path.of("docs/reference/failures.md"));

        assertThat(idsInTheCode()).hasSizeGreaterThan(50);
        assertThat(idsInTheCode().stream().filter(id -> !page.contains("`" + id + "`"))).isEmpty();
    }

    /** The section's number, or the one that a row says of itself. */
    @Test
    void failures_haveOneExitCode_onThePage() throws IOException {
        Map<String, Set<Integer>> told = new TreeMap<>();
        int section = 0;
        for (String line : Files.readAllLines(Path.of("docs/reference/failures.md"))) {
            Matcher exit = EXIT.matcher(line);
            if (line.startsWith("## ")) {
                section = exit.find() ? Integer.parseInt(exit.group(1)) : 0;
            } else if (section > 0 && line.startsWith("| `")) {
                int code = exit.find() ? Integer.parseInt(exit.group(1)) : section;
                Pattern.compile("`([a-z0-9-]+)`").matcher(line.split("\\|")[1]).results()
                        .forEach(id -> told.computeIfAbsent(id.group(1), any -> new TreeSet<>()).add(code));
            }
        }
        Map<String, Set<Integer>> coded = exitCodesInTheCode();
        coded.keySet().retainAll(told.keySet());

        assertThat(coded).allSatisfy((id, codes) -> assertThat(codes).as(id).isEqualTo(told.get(id)));
    }

    private static Map<String, Set<Integer>> exitCodesInTheCode() throws IOException {
        Map<String, Integer> numbers = Map.of("labFailed", 1, "orFail", 1, "invalid", 2, "hostNotReady", 3,
                "orHostFails", 3, "notJudged", 5);
        Map<String, Set<Integer>> codes = new TreeMap<>();
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            sources.filter(file -> file.toString().endsWith(".java")).map(TroubleshootingTest::read)
                    .flatMap(text -> FAILURE.matcher(text).results())
                    .forEach(match -> codes.computeIfAbsent(match.group(1), any -> new TreeSet<>())
                            .add(numbers.get(match.group().replaceFirst("(?s)\\(.*", ""))));
        }
        return codes;
    }

    private static Set<String> idsInTheCode() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main"))) {
            return sources.filter(file -> file.toString().matches(".*\\.(java|sh)")).map(TroubleshootingTest::read)
                    .flatMap(text -> FAILURE.matcher(text).results()).map(MatchResult::group)
                    .map(match -> match.replaceAll("(?s).*[ \"]([a-z0-9-]+)\"?", "$1"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String read(Path file) {
        return unchecked(() -> Files.readString(file));
    }
}
