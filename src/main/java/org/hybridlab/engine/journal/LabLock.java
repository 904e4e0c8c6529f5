package org.hybridlab.engine.journal;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;

/**
 * The right to change a lab, for one thread of one process. The operating system's file lock decides and ends with its
 * process, so it cannot be stale. The owner file only names the holder, and is overwritten.
 *
 * <p>All of it is {@code synchronized (LabLock.class)}: POSIX drops a process's lock when <em>any</em> of its
 * descriptors of the file is closed (fcntl(2)). No thread may open the file while another holds the lock.
 */
public final class LabLock implements AutoCloseable {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

    private final RunFolder folder;
    private final FileChannel channel;

    private LabLock(RunFolder folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /** @throws LabException {@code lab-locked} if somebody else holds it, {@code lab-not-lockable} if locking fails */
    public static LabLock acquire(RunFolder folder, Clock clock) {
        synchronized (LabLock.class) {
            if (LockOwner.read(folder.lockOwner()).filter(LockOwner::isThisProcess).isPresent()) {
                throw locked(folder);
            }
            try {
                return new LabLock(folder, lock(folder, clock));
            } catch (IOException e) {
                throw LabException.hostNotReady("lab-not-lockable", "The lab's lock %s could not be taken: %s"
                        .formatted(folder.lock(), e.getMessage()),
                        "Keep XDG_STATE_HOME (~/.local/state) on a disk of yours that supports file locks.")
                        .causedBy(e);
            }
        }
    }

    private static FileChannel lock(RunFolder folder, Clock clock) throws IOException {
        FileChannel channel = RunFolder.open(folder.lock(), Set.of(CREATE, WRITE));
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw locked(folder);
            }
            LockOwner.thisProcess(clock.instant()).write(folder.lockOwner());
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    public void mustHold(RunFolder wanted) {
        if (!channel.isOpen() || !folder.equals(wanted)) {
            throw new IllegalStateException("this lock does not hold " + wanted.state());
        }
    }

    private static LabException locked(RunFolder folder) {
        Optional<LockOwner> owner = LockOwner.read(folder.lockOwner());
        String who = owner.map(LabLock::description).orElse("a process that has only just begun");
        String advice = owner.map(found -> "Wait for it, or interrupt it%s with `kill %d`."
                        .formatted(found.isOfThisHost() ? "" : " there", found.pid()))
                .orElse("Wait for it.");
        return LabException.hostNotReady("lab-locked", "Another hybridlab works on this lab: %s.".formatted(who),
                advice + " Then run the same command again.");
    }

    private static String description(LockOwner owner) {
        return "%sprocess %d%s since %s".formatted(owner.command().isEmpty() ? ""
                : "`hybridlab %s`, ".formatted(owner.command()), owner.pid(),
                owner.isOfThisHost() ? "" : " of the host " + owner.host().name(), TIME.format(owner.since()));
    }

    @Override
    public void close() {
        synchronized (LabLock.class) {
            if (!channel.isOpen()) {
                return;
            }
            try (channel) {
                Files.deleteIfExists(folder.lockOwner());
            } catch (IOException e) {
                // The lock ends with its channel. The next owner overwrites an old owner file.
                return;
            }
        }
    }
}
