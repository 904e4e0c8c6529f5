package org.hybridlab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** What a page calls a test is one, in Java or in Go. */
class TestsOnPagesTest {
    private static final Pattern JAVA = Pattern.compile("`([A-Z]\\w*Test(?:\\.\\w+)?)`");
    private static final Pattern GO = Pattern.compile("`(Test[A-Z]\\w*)`");

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
}
