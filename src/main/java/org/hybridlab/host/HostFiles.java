package org.hybridlab.host;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The host's files: {@code /proc}, {@code /etc}, and programs on the PATH.
 *
 * @param root {@code /}, or a folder in tests
 */
public record HostFiles(Path root, List<Path> path) {
    /** Folders of daemons and RHEL's QEMU, often missing in a user's PATH. */
    private static final List<String> FOR_DAEMONS = List.of("/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/libexec");

    public HostFiles {
        path = List.copyOf(path);
    }

    public static HostFiles ofThisHost(Map<String, String> environment) {
        Stream<String> fromPath = Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator));
        return new HostFiles(Path.of("/"), Stream.concat(fromPath, FOR_DAEMONS.stream()).map(HostFiles::unquoted)
                .filter(folder -> !folder.isBlank()).distinct().flatMap(HostFiles::folder).toList());
    }

    /** cmd.exe quotes an entry that has a semicolon. */
    private static String unquoted(String entry) {
        return entry.replaceFirst("^\"(.*)\"$", "$1");
    }

    /** Skips entries that are no path on this host. */
    private static Stream<Path> folder(String entry) {
        try {
            return Stream.of(Path.of(entry));
        } catch (InvalidPathException e) {
            return Stream.empty();
        }
    }

    String read(Path file) {
        Path there = below(file);
        try {
            // Not by readString, which reads one byte first: /proc/sys answers only once.
            return Files.isReadable(there)
                    ? String.join("\n", Files.readAllLines(there, StandardCharsets.ISO_8859_1)) : "";
        } catch (IOException e) {
            return "";
        }
    }

    boolean exists(Path file) {
        return Files.exists(below(file));
    }

    boolean isDirectory(Path file) {
        return Files.isDirectory(below(file));
    }

    List<String> names(Path folder) {
        String[] names = below(folder).toFile().list();
        return names == null ? List.of() : Arrays.stream(names).sorted().toList();
    }

    Optional<Instant> changed(Path file) {
        try {
            return Optional.of(Files.getLastModifiedTime(below(file)).toInstant());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    public Optional<Path> program(String name) {
        return path.stream().flatMap(folder -> Stream.of(name, name + ".exe").map(below(folder)::resolve))
                .filter(Files::isExecutable).findFirst();
    }

    /** Free space at the folder, or at its nearest existing parent. */
    long freeMiB(Path folder) {
        Path existing = below(folder);
        while (!Files.exists(existing)) {
            existing = existing.getParent();
        }
        // FileStore fails without a visible mount point, as in a chroot.
        return existing.toFile().getUsableSpace() >> 20;
    }

    private Path below(Path file) {
        // Each drive of Windows has its own root.
        return file.isAbsolute() && root.getNameCount() > 0 ? root.resolve(file.getRoot().relativize(file)) : file;
    }
}
