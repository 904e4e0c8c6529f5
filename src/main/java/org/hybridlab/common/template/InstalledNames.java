package org.hybridlab.common.template;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;

/** The names of all templates of an installation. */
record InstalledNames(Set<String> names) {
    static InstalledNames in(Path home) {
        try (Stream<Path> top = list(home); Stream<Path> templates = walk(home.resolve("templates"))) {
            return new InstalledNames(Stream.concat(top.map(file -> name(home, file)),
                    templates.map(file -> name(home.resolve("templates"), file)))
                    .filter(name -> name.endsWith(".ftl")).collect(Collectors.toUnmodifiableSet()));
        } catch (IOException e) {
            throw unreadable(e, "Look at the permissions of the installation.");
        }
    }

    boolean contains(String name) {
        return names.contains(name);
    }

    /** Whether the lab's folder overrides one of them, or has a folder of templates, which may be for includes. */
    boolean anyIn(Path lab) {
        try (Stream<Path> files = list(lab)) {
            Set<String> top = files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
            return top.contains("templates") || names.stream()
                    .anyMatch(name -> top.contains(name.split("/", 2)[0]) && Files.exists(lab.resolve(name)));
        } catch (IOException e) {
            throw unreadable(e, "Look at the permissions of the lab's folder.");
        }
    }

    private static LabException unreadable(IOException why, String advice) {
        return LabException.hostNotReady("template-missing", "Templates could not be read: " + why.getMessage(), advice)
                .causedBy(why);
    }

    private static Stream<Path> list(Path folder) throws IOException {
        return Files.isDirectory(folder) ? Files.list(folder) : Stream.empty();
    }

    private static Stream<Path> walk(Path folder) throws IOException {
        return Files.isDirectory(folder) ? Files.walk(folder) : Stream.empty();
    }

    private static String name(Path folder, Path file) {
        return folder.relativize(file).toString().replace('\\', '/');
    }
}
