package org.hybridlab.common.workspace;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

public final class PathsThere extends SimpleFileVisitor<Path> {
    private final List<Path> paths = new ArrayList<>();

    private PathsThere() {
    }

    /**
     * The folder and its content, without following links. Skips what disappears meanwhile.
     *
     * @throws IOException if something cannot be read
     */
    public static List<Path> in(Path folder, int depth) throws IOException {
        PathsThere found = new PathsThere();
        Files.walkFileTree(folder, Set.of(), depth, found);
        return List.copyOf(found.paths);
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        paths.add(folder);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        paths.add(file);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
        return goOn(e);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
        return goOn(e);
    }

    private static FileVisitResult goOn(IOException e) throws IOException {
        if (e != null && !(e instanceof NoSuchFileException)) {
            throw e;
        }
        return FileVisitResult.CONTINUE;
    }
}
