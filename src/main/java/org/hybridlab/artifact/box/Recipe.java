package org.hybridlab.artifact.box;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.config.model.Arch;

/**
 * What boxes are made of besides Debian's packages: the scripts and files in {@code templates/box}, and the bundle's
 * manifest with its sums. Its key is in every box's name, so a change to any of them asks for a new box.
 */
final class Recipe {
    private static final int KEY_DIGITS = 12;

    private final Path home;
    private String key;

    Recipe(Path home) {
        this.home = home;
    }

    Path home() {
        return home;
    }

    /** The same for the same files, everywhere; nothing needs to have been fetched. */
    synchronized String key() {
        if (key == null) {
            key = read();
        }
        return key;
    }

    private String read() {
        Stream<Path> inputs = Stream.concat(Stream.of(home.resolve("bundle/manifest.yaml")), files(folder()).stream());
        Stream<String> sums = inputs.map(file -> home.relativize(file) + " " + sum(file));
        return Sha256.of(Stream.concat(sums, linuxFiles()).collect(Collectors.joining("\n"))).substring(0, KEY_DIGITS);
    }

    /** Boxes are of Linux: what Windows machines get makes no new ones. */
    private Stream<String> linuxFiles() {
        return lines(home.resolve("bundle/sha256sums")).filter(line -> !line.contains("-windows-"));
    }

    /** {@code templates/box}. */
    Path folder() {
        return home.resolve("templates/box");
    }

    /** Every file below the folder, in a fixed order. */
    static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Debian packages named in {@code packages-<list>.txt}, one a line, with comments. */
    List<String> packages(Arch arch, String... lists) {
        return Stream.of(lists).map(list -> folder().resolve("packages-" + list + ".txt")).flatMap(Recipe::lines)
                .map(line -> line.replaceAll("#.*", "").strip().replace("{arch}", arch.word()))
                .filter(line -> !line.isEmpty()).toList();
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sum(Path file) {
        try {
            return Sha256.of(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
