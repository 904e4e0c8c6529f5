package org.hybridlab.common.template;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;

/**
 * The templates that a lab brings.
 *
 * @param names of those that take the place of installed ones, sorted
 * @param hash of all files of its folder, as templates can include any; empty if there is no such template
 */
public record LabTemplates(List<String> names, String hash) {
    private static final int SHOWN_BYTES = 12;
    private static final int DEEPEST = 4;

    /** @param home the installation */
    public static LabTemplates in(Path lab, Path home) {
        InstalledNames installed = InstalledNames.in(home);
        TreeSet<String> own = new TreeSet<>();
        installed.names().stream().filter(name -> Files.exists(lab.resolve(name))
                || Files.exists(lab.resolve("templates").resolve(name))).forEach(own::add);
        return new LabTemplates(List.copyOf(own), own.isEmpty() ? "" : hash(lab, files(lab)));
    }

    /**
     * A template of the lab that takes the place of none.
     *
     * @param name below the lab's folder
     * @param installed templates of the same name in other folders
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

    /** Of all files that templates of the lab could include, whether they override anything or not. */
    public static String hashOfIncludable(Path lab) {
        return hash(lab, files(lab));
    }

    /**
     * What changes at each run or edit is not in the hash, so no template can include it.
     *
     * @param top a file of the lab's folder, by its name
     */
    static boolean isNoTemplate(String top) {
        return top.startsWith(".hybridlab") || top.equals(".git") || top.equals("lab.yaml");
    }

    private static List<Path> files(Path lab) {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> top = Files.list(lab)) {
            for (Path child : top.sorted().toList()) {
                String name = child.getFileName().toString();
                if (isNoTemplate(name)) {
                    continue;
                }
                try (Stream<Path> inside = Files.walk(child)) {
                    inside.filter(Files::isRegularFile).sorted().forEach(all::add);
                }
            }
            return all;
        } catch (IOException e) {
            throw unreadable(lab, e);
        }
    }

    /** The same for the same names and contents, on every host; its first 24 hexadecimal digits. */
    public static String hash(Path folder, Collection<Path> files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path file : files) {
                digest.update("%s %d\n".formatted(folder.relativize(file), Files.size(file))
                        .getBytes(StandardCharsets.UTF_8));
                try (OutputStream into = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
                    Files.copy(file, into);
                }
            }
            return "sha256 " + HexFormat.of().formatHex(digest.digest(), 0, SHOWN_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
    }

    private static LabException unreadable(Path folder, IOException e) {
        return LabException.hostNotReady("template-missing", "The lab's folder %s could not be read: %s"
                .formatted(folder, e.getMessage()), "Look at the permissions of the lab's folder.").causedBy(e);
    }
}
