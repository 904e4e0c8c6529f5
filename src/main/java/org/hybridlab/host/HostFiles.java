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
 * The host's files as {@code host} reads them: {@code /proc}, {@code /etc}, programs on the PATH.
 *
 * @param root {@code /}, or a folder that stands for it in tests
 * @param path folders in which programs are looked for
 */
public record HostFiles(Path root, List<Path> path) {
    /** Daemons, and RHEL's QEMU, lie where an ordinary user's PATH often does not point. */
    private static final List<String> FOR_DAEMONS = List.of("/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/libexec");

    public HostFiles {
        path = List.copyOf(path);
    }

    public static HostFiles ofThisHost(Map<String, String> environment) {
        Stream<String> fromPath = Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator));
        return new HostFiles(Path.of("/"), Stream.concat(fromPath, FOR_DAEMONS.stream()).map(HostFiles::unquoted)
                .filter(folder -> !folder.isBlank()).distinct().flatMap(HostFiles::folder).toList());
    }

    /** As cmd.exe takes an entry that has a semicolon in it. */
    private static String unquoted(String entry) {
        return entry.replaceFirst("^\"(.*)\"$", "$1");
    }

    /** What is no path on this host holds no program. */
    private static Stream<Path> folder(String entry) {
        try {
            return Stream.of(Path.of(entry));
        } catch (InvalidPathException e) {
            return Stream.empty();
        }
    }

    /** The whole text of a file, empty if it cannot be read. */
    String read(Path file) {
        Path there = below(file);
        try {
            // By lines, not by readString: that asks for one byte first, and /proc/sys answers only once.
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

    /** What lies in a folder, sorted; nothing if it cannot be read. */
    List<String> names(Path folder) {
        String[] names = below(folder).toFile().list();
        return names == null ? List.of() : Arrays.stream(names).sorted().toList();
    }

    /** When the file or folder was last written; empty if it is not there. */
    Optional<Instant> changed(Path file) {
        try {
            return Optional.of(Files.getLastModifiedTime(below(file)).toInstant());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The program's file if it is installed. */
    public Optional<Path> program(String name) {
        return path.stream().flatMap(folder -> Stream.of(name, name + ".exe").map(below(folder)::resolve))
                .filter(Files::isExecutable).findFirst();
    }

    /** Free space of the file system that holds the folder or its nearest parent that exists. */
    long freeMiB(Path folder) {
        Path existing = below(folder);
        while (!Files.exists(existing)) {
            existing = existing.getParent();
        }
        // Not through the FileStore, which fails where the mount point cannot be found, in a chroot for instance.
        return existing.toFile().getUsableSpace() >> 20;
    }

    private Path below(Path file) {
        // Each drive of Windows is a root of its own.
        return file.isAbsolute() && root.getNameCount() > 0 ? root.resolve(file.getRoot().relativize(file)) : file;
    }
}
