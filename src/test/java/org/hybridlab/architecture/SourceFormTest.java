package org.hybridlab.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the formatter of the build does not hold: it would break lines by itself, and not where a reader would. */
class SourceFormTest {
    private static final int WIDEST = 120;
    private static final Pattern HALF = Pattern.compile(
            "%[sd][^\"\\n]*\"\\s*\\+ \"(?:\\\\.|[^\"\\\\\\n])*\"\\s*\\.formatted\\(");
    private static final Pattern BARE_KUBECTL = Pattern.compile(
            "\"[^\"]*(?:: |, by )kubectl (?:get|describe|logs|-n)\\b");

    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "src/test/java"})
    void lines_ofJavaFiles_fitTheWidth(String folder) throws IOException {
        List<String> wide = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> wide.addAll(wide(file)));
        }
        assertThat(wide).isEmpty();
    }

    /** A text block holds longer lines with a backslash at the end of a part. */
    @Test
    void lines_ofTextBlocks_fitTheWidthToo() throws IOException {
        Path file = Files.createTempFile("Wide", ".java");
        try {
            String wide = "x".repeat(WIDEST + 1);
            Files.writeString(file, "a = \"\"\"\n" + wide + "\n\"\"\";\n" + wide + "\n");
            assertThat(wide(file)).containsExactly(file + ":2", file + ":4");
        } finally {
            Files.delete(file);
        }
    }

    /** Called on the last of several joined texts, {@code formatted} leaves the places of the others empty. */
    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "src/test/java"})
    void formatted_ofJoinedTexts_isCalledOnAll(String folder) throws IOException {
        List<String> halves = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> HALF.matcher(String.join("\n",
                    lines(file))).results().forEach(match -> halves.add(file + ": " + match.group())));
        }
        assertThat(halves).isEmpty();
    }

    /** A shell on Linux takes the carriage return of a Windows host for a part of the last word. */
    @ParameterizedTest
    @ValueSource(strings = {"provision/render", "provision/machine", "provision/kubernetes", "guest", "provider",
            "check"})
    void scripts_forMachines_haveNoHostLineEnds(String folder) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java/org/hybridlab", folder))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> lines(file).stream()
                    .filter(line -> line.contains("%n") || line.contains("lineSeparator()"))
                    .forEach(line -> found.add(file + ": " + line.strip())));
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void script_ofResources_hasValidSyntax(Path script) throws Exception {
        boolean bash = script.toString().endsWith(".bash") || lines(script).get(0).equals("#!/bin/bash");
        Process check = new ProcessBuilder(bash ? "bash" : "sh", "-n", script.toString()).redirectErrorStream(true)
                .start();
        assertThat(new String(check.getInputStream().readAllBytes())).isEmpty();
        assertThat(check.waitFor()).isZero();
    }

    static List<Path> scripts() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/resources"))) {
            return files.filter(file -> file.toString().matches(".*\\.(sh|bash)")).sorted().toList();
        }
    }

    /** A bare kubectl asks the cluster of the user's own kubeconfig. */
    @Test
    void advice_namesKubectlOfLab() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> lines(file).stream()
                    .filter(line -> BARE_KUBECTL.matcher(line).find())
                    .forEach(line -> found.add(file.getFileName() + ": " + line.strip())));
        }
        assertThat(found).isEmpty();
    }

    private static List<String> wide(Path file) {
        List<String> lines = lines(file);
        return IntStream.range(0, lines.size()).filter(i -> lines.get(i).length() > WIDEST)
                .mapToObj(i -> file + ":" + (i + 1)).toList();
    }

    private static List<String> lines(Path file) {
        return unchecked(() -> Files.readAllLines(file));
    }
}
