package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.hybridlab.common.process.Wait;

/**
 * Lets one run, and one step of it, do a piece of work at a time. The operating system releases it when its holder
 * ends.
 *
 * <p>POSIX drops a process's lock when <em>any</em> of its descriptors of the file is closed (fcntl(2)). So one thread
 * at a time opens the file, and others wait for it.
 */
public final class CacheLock implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofHours(2);
    /** Files that a thread of this process holds or waits for. */
    private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;
    private boolean closed;

    private CacheLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Waits for the lock, and names its holder. Ctrl-C ends the wait.
     *
     * @param what another run would be doing, for example "getting the bundle"
     * @throws org.hybridlab.common.error.LabException {@code cache-not-writable}, {@code interrupted}
     */
    public static CacheLock hold(Path file, String what, Fetching fetching) {
        try {
            Path folder = Files.createDirectories(file.getParent()).toRealPath();
            return taken(folder.resolve(file.getFileName()), what, fetching);
        } catch (IOException e) {
            throw CacheFolder.notWritable(file, e);
        } catch (UncheckedIOException e) {
            throw CacheFolder.notWritable(file, e.getCause());
        }
    }

    private static CacheLock taken(Path file, String what, Fetching fetching) throws IOException {
        while (!TAKEN.add(file)) {
            await("another step of this run", () -> "", what, () -> !TAKEN.contains(file), fetching);
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!tried(channel)) {
                FileChannel tried = channel;
                await("another hybridlab", () -> holder(file), what, () -> tried(tried), fetching);
            }
            sign(channel);
            return new CacheLock(file, channel);
        } catch (IOException | RuntimeException e) {
            release(file, channel);
            throw e;
        }
    }

    private static void await(String who, Supplier<String> holder, String what, BooleanSupplier free,
                              Fetching fetching) {
        fetching.say("%s%s is %s; waiting for it, for %d h at most".formatted(who, holder.get(), what,
                PATIENCE.toHours()));
        long began = System.nanoTime();
        AtomicLong told = new AtomicLong();
        Wait.until(who + " has ended " + what, PATIENCE).that(() -> {
            long minutes = Duration.ofNanos(System.nanoTime() - began).toMinutes();
            if (told.getAndSet(minutes) < minutes) {
                fetching.say("%s%s is still %s; waited %d min".formatted(who, holder.get(), what, minutes));
            }
            return free.getAsBoolean();
        }, Boolean::booleanValue, ended -> ended ? "it has" : "it has not", fetching.cancellation());
    }

    /** For those who wait. Overwrites what a killed holder left. */
    private static void sign(FileChannel channel) throws IOException {
        String name = "process %d, since %s".formatted(ProcessHandle.current().pid(),
                LocalTime.now().truncatedTo(ChronoUnit.SECONDS));
        channel.truncate(0).write(ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8)), 0);
    }

    /** Empty if it is not signed yet, and on Windows, which cannot read a locked file. */
    private static String holder(Path file) {
        try {
            String name = Files.readString(file).strip();
            return name.isEmpty() ? "" : " (" + name + ")";
        } catch (IOException e) {
            return "";
        }
    }

    private static boolean tried(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            release(file, channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void release(Path file, FileChannel channel) throws IOException {
        try (channel) {
            // The lock must be released before another thread opens the file.
        } finally {
            TAKEN.remove(file);
        }
    }
}
