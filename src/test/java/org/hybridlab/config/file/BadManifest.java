package org.hybridlab.config.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A file of {@code badmanifests}, in the folder of the rule that it breaks. Its first lines say which rule it breaks at
 * which place of it, the one token that fixes it, and what the lab says besides, line by line.
 */
record BadManifest(Path file, String ruleId, String place, String token, String replacement, String labLines) {
    private static final Path FOLDER = Path.of("src/test/resources/badmanifests");

    static List<BadManifest> all() {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(Files::isRegularFile).sorted().map(BadManifest::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BadManifest of(Path file) {
        List<String> lines = text(file).lines().toList();
        String[] expected = header(lines.get(0), "# bad: ").split(" ");
        String[] twin = header(lines.get(1), "# twin: ").split(" ==> ", -1);
        String lab = lines.stream().filter(line -> line.startsWith("# lab: "))
                .map(line -> header(line, "# lab: ") + "\n").collect(Collectors.joining());
        return new BadManifest(file, expected[0], expected[1], twin[0], twin[1], lab);
    }

    private static String header(String line, String start) {
        if (!line.startsWith(start)) {
            throw new IllegalArgumentException(start + "is missing: " + line);
        }
        return line.substring(start.length());
    }

    String text() {
        return text(file);
    }

    /** The same with the one token replaced; the header stays as it is. */
    String twin() {
        String[] lines = text().split("\n", -1);
        int body = (int) Arrays.stream(lines).takeWhile(line -> line.startsWith("# ")).count();
        String head = Arrays.stream(lines).limit(body).map(line -> line + "\n").collect(Collectors.joining());
        String rest = Arrays.stream(lines).skip(body).collect(Collectors.joining("\n"));
        int at = rest.indexOf(token);
        if (at < 0 || rest.indexOf(token, at + 1) >= 0) {
            throw new IllegalArgumentException(file + " must have '" + token + "' once");
        }
        return head + rest.substring(0, at) + replacement + rest.substring(at + token.length());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return FOLDER.relativize(file).toString();
    }
}
