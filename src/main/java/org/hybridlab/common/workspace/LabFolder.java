package org.hybridlab.common.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;

/**
 * The folder of a lab file, and the only way to read it. {@link #list} records files that the user is asked about.
 * After that, it reads only recorded files with unchanged content.
 */
public final class LabFolder {
    /** Larger than the API server's largest object, and than any template. */
    private static final int LARGEST = 3 << 20;
    private static final int HASH_BYTES = 32;
    private static final int SHOWN_BYTES = 12;

    private final Path path;
    private final Map<Path, String> listed = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public LabFolder(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    public Path path() {
        return path;
    }

    /**
     * A path in the folder, absolute and normalised; need not exist. A file may link to another one in the folder. A
     * folder may not be a link, whose target could change after the question.
     *
     * @throws LabException {@code path-outside-lab} (exit 2)
     */
    public Path inside(Path file) {
        Path plain = file.toAbsolutePath().normalize();
        try {
            if (Files.exists(plain) && !plain.toRealPath().startsWith(path.toRealPath())) {
                throw refused("%s leads out of the lab's folder, to %s.".formatted(plain, plain.toRealPath()));
            }
            for (Path on = plain; on.startsWith(path) && !on.equals(path); on = on.getParent()) {
                if (Files.isSymbolicLink(on) && Files.isDirectory(on)) {
                    throw refused("%s is a link to a folder.".formatted(on));
                }
            }
        } catch (IOException e) {
            throw refused("%s cannot be followed: %s".formatted(plain, e.getMessage())).causedBy(e);
        }
        return plain;
    }

    private static LabException refused(String what) {
        return LabException.invalid("path-outside-lab", what, "Put a copy of it there in place of the link.");
    }

    /**
     * Reads a file of the folder, or elsewhere on this host.
     *
     * @throws LabException {@code path-outside-lab} or {@code lab-not-trusted} (exit 2), for a file of the folder
     */
    public byte[] read(Path file) throws IOException {
        Path plain = file.toAbsolutePath().normalize();
        boolean isInside = plain.startsWith(path);
        byte[] content = content(isInside ? inside(plain) : plain);
        if (closed && isInside && !ShortHash.of(content, HASH_BYTES).equals(listed.get(plain))) {
            throw LabException.invalid("lab-not-trusted", "%s has changed since you were asked about the lab."
                    .formatted(plain), "Run the command again: it asks you about the lab as it is now.");
        }
        return content;
    }

    private static byte[] content(Path file) throws IOException {
        if (Files.exists(file) && (!Files.isRegularFile(file) || Files.size(file) > LARGEST)) {
            throw new IOException("%s is no file of at most %d MiB".formatted(file, LARGEST >> 20));
        }
        return Files.readAllBytes(file);
    }

    /**
     * Records files that the user is asked about. Other files cannot be read any more.
     *
     * @return the same for the same names and contents, on every host
     */
    public String list(Collection<Path> files) {
        closed = true;
        StringBuilder all = new StringBuilder();
        try {
            for (Path file : files) {
                String hash = ShortHash.of(content(file), HASH_BYTES);
                listed.put(file, hash);
                all.append(path.relativize(file).toString().replace('\\', '/')).append(' ').append(hash).append('\n');
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        return "sha256 " + ShortHash.of(all.toString(), SHOWN_BYTES);
    }

    /** Files that templates of the lab can include. */
    public List<Path> includable() {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> top = Files.list(path)) {
            for (Path child : top.filter(this::isIncludable).sorted().toList()) {
                for (Path file : PathsThere.in(child, Integer.MAX_VALUE)) {
                    if (Files.isRegularFile(file) && Files.size(file) <= LARGEST
                            && file.toRealPath().startsWith(path.toRealPath())) {
                        all.add(file);
                    }
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        return all.stream().sorted().toList();
    }

    /** A template by name: in {@code templates}, or in this folder. */
    public Optional<Path> template(String name) {
        return Stream.of(path.resolve("templates").resolve(name), path.resolve(name)).map(Path::normalize)
                .filter(file -> isIncludable(file) && (Files.isRegularFile(file) || listed.containsKey(file)))
                .findFirst();
    }

    /** Excludes files that change at each run or edit. */
    private boolean isIncludable(Path file) {
        String top = file.startsWith(path) ? path.relativize(file).getName(0).toString() : ".git";
        return !top.startsWith(".hybridlab") && !top.equals(".git") && !top.equals("lab.yaml");
    }

    private LabException unreadable(IOException e) {
        return LabException.hostNotReady("template-missing", "The lab's folder %s could not be read: %s"
                .formatted(path, e.getMessage()), "Look at the permissions of the lab's folder.").causedBy(e);
    }
}
