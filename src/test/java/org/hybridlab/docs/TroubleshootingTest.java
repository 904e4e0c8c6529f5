package org.hybridlab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** docs/troubleshooting.md has every id that a failure can have. */
class TroubleshootingTest {
    private static final Pattern FAILURE =
            Pattern.compile("(?:labFailed|hostNotReady|invalid|orFail)\\(\\s*\"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)\"");

    @Test
    void everyFailureOfTheCodeIsOnThePage() throws IOException {
        String page = Files.readString(Path.of("docs/troubleshooting.md"));

        assertThat(idsInTheCode()).hasSizeGreaterThan(50);
        assertThat(idsInTheCode().stream().filter(id -> !page.contains("`" + id + "`"))).isEmpty();
    }

    private static Set<String> idsInTheCode() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            return sources.filter(file -> file.toString().endsWith(".java")).map(TroubleshootingTest::read)
                    .flatMap(text -> FAILURE.matcher(text).results()).map(MatchResult::group)
                    .map(match -> match.replaceAll("(?s).*\"([^\"]*)\"", "$1"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
