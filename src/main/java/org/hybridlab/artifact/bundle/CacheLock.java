package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import org.hybridlab.common.process.Wait;

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
     * Waits until nobody else holds it, and says who does. Ctrl-C ends the waiting.
     *
     * @param file made if it is not there
     * @param what another run would be doing, for example "getting the bundle"
     */
    public static CacheLock hold(Path file, String what, Fetching fetching) {
        try {
            Files.createDirectories(file.getParent());
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tried(channel).isEmpty()) {
                fetching.say("another hybridlab%s is %s; waiting for it, for %d h at most".formatted(holder(file), what,
                        PATIENCE.toHours()));
                await(channel, file, what, fetching);
            }
            sign(channel);
            return new CacheLock(channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(FileChannel channel, Path file, String what, Fetching fetching) {
        long began = System.nanoTime();
        AtomicLong told = new AtomicLong();
        Wait.until("another hybridlab has ended " + what, PATIENCE).that(() -> {
            long minutes = Duration.ofNanos(System.nanoTime() - began).toMinutes();
            if (told.getAndSet(minutes) < minutes) {
                fetching.say("another hybridlab%s is still %s; waited %d min".formatted(holder(file), what, minutes));
            }
            return tried(channel);
        }, Optional::isPresent, lock -> "it goes on", fetching.cancellation());
    }

    /** For whoever waits meanwhile; what is left of a holder that was killed is written over. */
    private static void sign(FileChannel channel) throws IOException {
        String name = "process %d, since %s".formatted(ProcessHandle.current().pid(),
                LocalTime.now().truncatedTo(ChronoUnit.SECONDS));
        channel.truncate(0).write(ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8)), 0);
    }

    /** Empty if it has not signed yet, and on Windows, where nobody reads a locked file. */
    private static String holder(Path file) {
        try {
            String name = Files.readString(file).strip();
            return name.isEmpty() ? "" : " (" + name + ")";
        } catch (IOException e) {
            return "";
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
