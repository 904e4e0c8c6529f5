package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** What shell scripts must not do because it works nearly always. */
class ShellTemplatesTest {
    /**
     * A reader that stops early ends the writer before it by SIGPIPE, which {@code pipefail} takes for a failure: found
     * turns into not found where what was looked for is not in the last line.
     */
    private static final Pattern STOPS_EARLY = Pattern.compile("\\| *(grep -[a-zA-Z]*[qm]|head\\b|sed [^|]*;? *q\\b)");

    @Test
    void noReaderOfAPipeStopsEarly() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("templates"))) {
            for (Path file : files.filter(path -> path.toString().matches(".*\\.sh(\\.ftl)?|.*/lib/.*")).toList()) {
                if (Files.isRegularFile(file)) {
                    // A unit of systemd's runs its line in a shell of its own, without pipefail.
                    Files.readAllLines(file).stream().filter(line -> STOPS_EARLY.matcher(line).find())
                            .filter(line -> !line.startsWith("ExecStart="))
                            .forEach(line -> found.add(file + ": " + line));
                }
            }
        }
        assertThat(found).isEmpty();
    }
}
