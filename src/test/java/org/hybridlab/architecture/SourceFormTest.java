package org.hybridlab.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the formatter of the build does not hold: it would break lines by itself, and not where a reader would. */
class SourceFormTest {
    private static final int WIDEST = 120;
    private static final Pattern HALF = Pattern.compile(
            "%[sd][^\"\\n]*\"\\s*\\+ \"(?:\\\\.|[^\"\\\\\\n])*\"\\s*\\.formatted\\(");
    private static final String TEXT_BLOCK = "\"\"\"";

    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "src/test/java"})
    void lines_ofJavaFiles_fitTheWidth(String folder) throws IOException {
        List<String> wide = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> wide.addAll(wide(file)));
        }
        assertThat(wide).isEmpty();
    }

    @Test
    void lines_ofTextBlocks_mayBeWider() throws IOException {
        Path file = Files.createTempFile("Wide", ".java");
        try {
            String wide = "x".repeat(WIDEST + 1);
            Files.writeString(file, "a = " + TEXT_BLOCK + "\n" + wide + "\n" + TEXT_BLOCK + ";\n" + wide + "\n");
            assertThat(wide(file)).containsExactly(file + ":4");
        } finally {
            Files.delete(file);
        }
    }

    /** Called on the last of several joined texts, {@code formatted} leaves the places of the others empty. */
    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "src/test/java"})
    void formatted_ofJoinedTexts_isCalledOnAllOfThem(String folder) throws IOException {
        List<String> halves = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> HALF.matcher(String.join("\n",
                    lines(file))).results().forEach(match -> halves.add(file + ": " + match.group())));
        }
        assertThat(halves).isEmpty();
    }

    /** Text blocks hold what others wrote, in lines of their own. */
    private static List<String> wide(Path file) {
        List<String> wide = new ArrayList<>();
        boolean inBlock = false;
        int number = 0;
        for (String line : lines(file)) {
            number++;
            if (!inBlock && line.length() > WIDEST) {
                wide.add(file + ":" + number);
            }
            if ((line.length() - line.replace(TEXT_BLOCK, "").length()) / TEXT_BLOCK.length() % 2 == 1) {
                inBlock = !inBlock;
            }
        }
        return wide;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
