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

/** What comments name can be read by everybody who has the project. */
class CitationsTest {
    /** Pages of others have capitals, or a folder of theirs before them. */
    private static final Pattern PAGE =
            Pattern.compile("(?<![A-Za-z0-9_/.-])(docs/[a-z-]+/|reports/)?[a-z0-9-]+\\.md(?![a-z])");

    @Test
    void everyPageThatTheSourcesNameIsThere() throws IOException {
        List<String> missing = new ArrayList<>();
        for (String folder : List.of("src/main/java", "data/addons", "data/bundle", "templates",
                "hybridlab")) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                for (Path file : files.filter(Files::isRegularFile).filter(CitationsTest::isText).toList()) {
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
}
