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

/** What a message tells you to run says which lab it is for; {@code LAB} where the code knows none. */
class AdviceNamesLabTest {
    private static final Pattern BARE = Pattern.compile("`hybridlab (logs|status|plan|ssh|render|replace|validate"
            + "|kubectl|snapshot list)`(?! there)|(?i:run|then|not running:) `hybridlab (up|destroy)`");

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
}
