package org.hybridlab.common.template;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;

record InstalledNames(Set<String> names) {
    static InstalledNames in(Path home) {
        try (Stream<Path> top = list(home); Stream<Path> templates = walk(home.resolve("templates"))) {
            return new InstalledNames(Stream.concat(top.map(file -> name(home, file)),
                    templates.map(file -> name(home.resolve("templates"), file)))
                    .filter(name -> name.endsWith(".ftl")).collect(Collectors.toUnmodifiableSet()));
        } catch (IOException e) {
            throw LabException.hostNotReady("template-missing", "Templates could not be read: " + e.getMessage(),
                    "Look at the permissions of the installation.").causedBy(e);
        }
    }

    boolean contains(String name) {
        return names.contains(name);
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
