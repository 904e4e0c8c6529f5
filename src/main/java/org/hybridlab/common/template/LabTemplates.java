package org.hybridlab.common.template;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.workspace.LabFolder;

public final class LabTemplates {
    private static final int DEEPEST = 4;

    private LabTemplates() {
    }

    /** Overrides of installed templates by name, sorted. */
    public static List<String> in(LabFolder lab, Path home) {
        return in(lab, InstalledNames.in(home));
    }

    static List<String> in(LabFolder lab, InstalledNames installed) {
        return installed.names().stream().filter(name -> lab.template(name).map(lab::inside).isPresent()).sorted()
                .toList();
    }

    /**
     * A template that overrides none.
     *
     * @param name below the lab's folder
     * @param installed templates of the same file name in other folders
     */
    public record Unused(String name, List<String> installed) {
    }

    /** See {@link Templates#unused}. */
    static List<Unused> unused(Path lab, InstalledNames installed) {
        Set<String> folders = installed.names().stream().filter(name -> name.contains("/"))
                .map(name -> name.split("/", 2)[0]).collect(Collectors.toCollection(TreeSet::new));
        folders.add("templates");
        List<Path> all = folders.stream().flatMap(top -> templates(lab.resolve(top), DEEPEST)).toList();
        all = Stream.concat(templates(lab, 1), all.stream()).toList();
        List<Unused> unused = new ArrayList<>();
        for (Path file : all) {
            if (!installed.contains(name(lab, file)) && all.stream().noneMatch(other -> includes(other, file))) {
                unused.add(new Unused(slashes(lab.relativize(file)), installed.names().stream()
                        .filter(name -> name.endsWith("/" + file.getFileName())).sorted().toList()));
            }
        }
        return unused;
    }

    private static Stream<Path> templates(Path folder, int depth) {
        try (Stream<Path> files = Files.isDirectory(folder) ? Files.walk(folder, depth) : Stream.empty()) {
            return files.filter(file -> file.toString().endsWith(".ftl") && Files.isRegularFile(file)).sorted().toList()
                    .stream();
        } catch (IOException | UncheckedIOException e) {
            // A command that needs the file reports it.
            return Stream.of();
        }
    }

    private static String name(Path lab, Path file) {
        return slashes(lab.relativize(file)).replaceFirst("^templates/", "");
    }

    private static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }

    /** Whether it names the other, as {@code <#include>} and {@code <#import>} do. */
    private static boolean includes(Path template, Path other) {
        try {
            return !template.equals(other) && Files.readString(template).contains(other.getFileName().toString());
        } catch (IOException e) {
            return true;
        }
    }
}
