package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

import org.hybridlab.common.error.LabException;

public final class CacheFolder {
    private static final int BUFFER = 1 << 16;

    private CacheFolder() {
    }

    /** Removes a file or folder with its content. A missing one is no error. Does not follow links. */
    public static void remove(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.walkFileTree(path, new Deletion());
        }
    }

    /** @throws LabException {@code cache-not-writable} */
    public static void delete(Path path) {
        try {
            remove(path);
        } catch (IOException e) {
            throw notWritable(path, e);
        }
    }

    /** Only failed writes are the cache's. Failed reads are the caller's. */
    static void write(InputStream content, Path file) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (FileChannel out = create(file)) {
            for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
                write(ByteBuffer.wrap(buffer, 0, n), out, file);
            }
        }
    }

    private static FileChannel create(Path file) {
        try {
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw notWritable(file, e);
        }
    }

    private static void write(ByteBuffer bytes, FileChannel out, Path file) {
        try {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        } catch (IOException e) {
            throw notWritable(file, e);
        }
    }

    /** A full disk or a lack of rights is no bug. */
    public static LabException notWritable(Path path, IOException e) {
        return LabException.hostNotReady("cache-not-writable", "%s could not be written: %s".formatted(path,
                e instanceof AccessDeniedException ? "permission denied" : e.getMessage()),
                "Make room (`hybridlab cache clean`), give the folder back to yourself, or set XDG_CACHE_HOME to a "
                        + "folder of your own. Then run the same command again.").causedBy(e);
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            // Go makes its modules read-only.
            folder.toFile().setWritable(true);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
