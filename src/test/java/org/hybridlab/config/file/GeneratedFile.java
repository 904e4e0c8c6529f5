package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.assertj.core.util.diff.DiffUtils;

/** A file of the project that is generated: held to its generator, rewritten by {@code -Dgolden.update=true}. */
public final class GeneratedFile {
    private GeneratedFile() {
    }

    public static void assertUpToDate(Path file, String expected) throws IOException {
        if (Boolean.getBoolean("golden.update")) {
            writeFile(file, expected);
        }
        assertThat(Files.readString(file)).as(file + " is out of date: run this test with -Dgolden.update=true")
                .isEqualTo(expected);
    }

    /** With a line before and after, and without line numbers, which would change with each line above. */
    public static String diff(String from, String to) {
        List<String> lines = from.lines().toList();
        return DiffUtils.generateUnifiedDiff("", "", lines, DiffUtils.diff(lines, to.lines().toList()), 1).stream()
                .skip(2).map(line -> line.replaceFirst("^@@ -.* @@$", "@@") + "\n").collect(Collectors.joining());
    }
}
