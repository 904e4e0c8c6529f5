package org.hybridlab.config.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.rules.core.Suggestion;

/**
 * Which lab file, and which instance of its lab.
 *
 * @param file absolute; exists
 * @param instance empty for the one without a name
 */
public record LabLocation(Path file, Optional<String> instance) {
    public static final String FILE_NAME = "lab.yaml";
    private static final int FEW = 5;

    public LabLocation(Path file) {
        this(file, Optional.empty());
    }

    public LabLocation instance(Optional<String> name) {
        return new LabLocation(file, name);
    }

    public Path folder() {
        return file.getParent();
    }

    /**
     * Finds LAB: a name below a labs folder, a folder with a lab file, or a lab file. A leading dot and separator mean
     * a path.
     *
     * @param lab as typed
     * @param labs folders of labs, the first wins
     * @param here base of relative paths
     * @throws LabException {@code lab-not-found} (exit 2) with the nearest name, or {@code lab-path-unusable} (exit 2)
     */
    public static LabLocation find(String lab, List<Path> labs, Path here) {
        try {
            Stream<Path> places = Stream.concat(isPath(lab) ? Stream.of() : labs.stream(), Stream.of(here))
                    .map(folder -> folder.resolve(lab));
            return places.map(LabLocation::fileAt).filter(Files::isRegularFile).findFirst()
                    .map(file -> new LabLocation(usable(file.toAbsolutePath().normalize())))
                    .orElseThrow(() -> notFound(lab, labs));
        } catch (InvalidPathException e) {
            throw notFound(lab, labs).causedBy(e);
        }
    }

    /** In the order of the folders, then by name. */
    public static List<LabLocation> all(List<Path> labs) {
        return labs.stream().filter(Files::isDirectory).flatMap(LabLocation::children)
                .map(child -> child.resolve(FILE_NAME)).filter(Files::isRegularFile)
                .map(file -> new LabLocation(file.toAbsolutePath().normalize())).toList();
    }

    private static boolean isPath(String lab) {
        return lab.matches("\\.{1,2}([/\\\\].*)?");
    }

    /** Names the folders that cannot be listed. Their labs are still found by name. */
    public static Optional<String> unreadable(List<Path> labs) {
        return labs.stream().filter(folder -> Files.isDirectory(folder) && !Files.isReadable(folder)).findFirst()
                .map(folder -> "The folder %s is not readable, so its labs are not listed.".formatted(folder));
    }

    private static Stream<Path> children(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList().stream();
        } catch (IOException | UncheckedIOException e) {
            // An unreadable folder must not end a list of labs, or the search for a mistyped one.
            return Stream.of();
        }
    }

    private static Path fileAt(Path path) {
        return Files.isDirectory(path) ? path.resolve(FILE_NAME) : path;
    }

    /** ssh settings, among others, hold the path in a line and cannot quote a line end. */
    private static Path usable(Path file) {
        if (file.toString().chars().anyMatch(Character::isISOControl)) {
            throw LabException.invalid("lab-path-unusable", "The lab's path has a line end or another control "
                    + "character: " + file.toString().replaceAll("\\p{Cntrl}", "?"), "Rename the folder.");
        }
        return file;
    }

    private static LabException notFound(String lab, List<Path> labs) {
        List<String> names = all(labs).stream().map(one -> one.folder().getFileName().toString()).toList();
        LabException failure = LabException.invalid("lab-not-found", "There is no lab '%s'.".formatted(lab),
                Suggestion.sentence(lab, names) + "LAB is a name below labs/, a folder with a lab.yaml, or a lab file."
                        + (names.isEmpty() ? "" : names.stream().limit(FEW).collect(Collectors.joining(", ",
                                " Known labs: ", names.size() <= FEW ? "." : " and %d more: `hybridlab list`."
                                        .formatted(names.size() - FEW)))));
        return unreadable(labs).map(failure::because).orElse(failure);
    }
}
