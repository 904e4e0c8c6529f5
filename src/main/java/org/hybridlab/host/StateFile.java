package org.hybridlab.host;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.UnaryOperator;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.StrictJson;
import org.hybridlab.common.workspace.Workspace;
import tools.jackson.core.JacksonException;

/**
 * A small JSON list that several threads and processes change under one lock.
 *
 * <p>The lock belongs to the process, and the JVM refuses a second request, so threads use {@code synchronized
 * (StateFile.class)}.
 */
final class StateFile {
    private StateFile() {
    }

    /** @throws LabException {@code state-unreadable}: unreadable is not empty */
    static <T> List<T> read(Path file, Class<T[]> type) {
        try {
            return Files.exists(file) ? List.of(StrictJson.MAPPER.readValue(Files.readAllBytes(file), type))
                    : List.of();
        } catch (IOException | JacksonException | NullPointerException e) {
            throw LabException.hostNotReady("state-unreadable", "hybridlab's own record %s cannot be read."
                    .formatted(file), "Look at what is in it. Once you have moved it away, hybridlab no longer knows "
                    + "the labs that it lists.").causedBy(e);
        }
    }

    /** @throws LabException {@code state-unreadable}, {@code state-not-writable} */
    static <T> void update(Path file, Class<T[]> type, UnaryOperator<List<T>> change) {
        synchronized (StateFile.class) {
            try {
                Files.createDirectories(file.getParent());
                Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
                try (FileChannel channel = FileChannel.open(lockFile, CREATE, WRITE);
                     FileLock ignored = channel.lock()) {
                    replace(file, StrictJson.MAPPER.writerWithDefaultPrettyPrinter()
                            .writeValueAsBytes(change.apply(read(file, type))));
                }
            } catch (IOException e) {
                throw notWritable(file, e);
            }
        }
    }

    /** A full disk, or a lack of rights, is no bug. */
    static LabException notWritable(Path file, IOException e) {
        return LabException.hostNotReady("state-not-writable", "hybridlab's own file %s could not be written: %s"
                .formatted(file, e instanceof AccessDeniedException ? "permission denied" : e.getMessage()),
                "Make room, or give the folder back to yourself. Or set XDG_STATE_HOME to a folder of your own, which "
                        + "does not know labs that are up. Then run the same command again.").causedBy(e);
    }

    /** After a power loss, the file has the old list or the new one. */
    private static void replace(Path file, byte[] content) throws IOException {
        Path next = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".next");
        try {
            try (FileChannel channel = FileChannel.open(next, WRITE)) {
                ByteBuffer buffer = ByteBuffer.wrap(content);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            Workspace.force(file.getParent());
        } finally {
            Files.deleteIfExists(next);
        }
    }
}
