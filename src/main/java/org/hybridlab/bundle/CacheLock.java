package org.hybridlab.bundle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;

import org.hybridlab.process.Wait;

/**
 * Keeps two runs of hybridlab from making the same thing twice at the same time. The operating system lets go of it
 * when its holder ends, however it ends.
 */
public final class CacheLock implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofHours(2);

    private final FileChannel channel;

    private CacheLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Waits until nobody else holds it.
     *
     * @param file made if it is not there
     * @param what another run would be doing, for example "getting the bundle"
     */
    public static CacheLock hold(Path file, String what, Fetching fetching) {
        try {
            Files.createDirectories(file.getParent());
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tried(channel).isEmpty()) {
                fetching.say("another hybridlab is " + what + "; waiting for it");
                Wait.until("another hybridlab has ended " + what, PATIENCE).that(() -> tried(channel),
                        Optional::isPresent, lock -> "it goes on", fetching.cancellation());
            }
            return new CacheLock(channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Java reports a lock of another thread of this process by an exception. */
    private static Optional<FileLock> tried(FileChannel channel) {
        try {
            return Optional.ofNullable(channel.tryLock());
        } catch (OverlappingFileLockException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
