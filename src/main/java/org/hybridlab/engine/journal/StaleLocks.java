package org.hybridlab.engine.journal;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Owner files of dead processes. They hold no lock, and the next owner overwrites them. */
public final class StaleLocks {
    private static final String OWNER = "-owner.json";
    private static final String DESTROY = "-destroy";

    private StaleLocks() {
    }

    /** @param locks the folder of locks */
    public static List<Path> in(Path locks) {
        if (!Files.isDirectory(locks)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(locks)) {
            return files.filter(file -> file.getFileName().toString().endsWith(OWNER)).filter(StaleLocks::isStale)
                    .sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Run folders of killed destroys, named after their lock. */
    public static List<Path> foldersIn(Path locks) {
        if (!Files.isDirectory(locks)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(locks)) {
            return files.filter(file -> Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
                    && file.getFileName().toString().endsWith(DESTROY)).filter(StaleLocks::isLeft).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** False if the owner may be alive or cannot be judged. */
    public static boolean isLeft(Path folder) {
        Path note = lockOf(folder).resolveSibling(lockOf(folder).getFileName() + OWNER);
        return !Files.exists(note, LinkOption.NOFOLLOW_LINKS) || isStale(note);
    }

    public static Path lockOf(Path folder) {
        return folder.resolveSibling(folder.getFileName().toString().replaceFirst(DESTROY + "$", ""));
    }

    /** Journal of a destroy whose workspace is gone. */
    public static Path folderOf(Path lock) {
        return lock.resolveSibling(lock.getFileName() + DESTROY);
    }

    /** False for unreadable files, and those of other hosts. */
    private static boolean isStale(Path file) {
        return LockOwner.read(file).filter(LockOwner::isOfThisHost).filter(owner -> ProcessHandle.of(owner.pid())
                .flatMap(process -> process.info().startInstant()).map(Instant::toEpochMilli)
                .filter(started -> started == owner.started().toEpochMilli()).isEmpty()
                && !ProcessHandle.of(owner.pid()).filter(process -> process.info().startInstant().isEmpty())
                .isPresent()).isPresent();
    }

    /** Unless the lock is held now. */
    public static void remove(Path note) throws IOException {
        Path lock = note.resolveSibling(note.getFileName().toString().replace(OWNER, ""));
        synchronized (LabLock.class) {
            if (isStale(note)) {
                try (FileChannel channel = RunFolder.open(lock, Set.of(CREATE, WRITE));
                     FileLock held = channel.tryLock()) {
                    if (held != null && isStale(note)) {
                        Files.deleteIfExists(note);
                    }
                }
            }
        }
    }
}
