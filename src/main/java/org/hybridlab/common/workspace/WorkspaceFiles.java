package org.hybridlab.common.workspace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace.Kind;

/** Writes files and folders of a workspace. {@link Workspace} has checked the paths. */
final class WorkspaceFiles {
    private WorkspaceFiles() {
    }

    /** By rename. A file with this content keeps its time. */
    static void write(Path file, byte[] content, Kind kind) {
        makeFolder(file.getParent());
        try {
            if (Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), content)) {
                permit(file, kind);
            } else {
                replace(file, content, kind);
            }
        } catch (IOException e) {
            throw notWritable(file, e);
        }
    }

    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> inside = Files.walk(folder)) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw notWritable(folder, e);
        }
    }

    private static void replace(Path file, byte[] content, Kind kind) throws IOException {
        Path temporary = Files.createTempFile(file.getParent(), "." + file.getFileName(), ".new");
        try {
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                ByteBuffer buffer = ByteBuffer.wrap(content);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                if (kind.isLasting()) {
                    channel.force(true);
                }
            }
            permit(temporary, kind);
            move(temporary, file);
            if (kind.isLasting()) {
                forceFolder(file.getParent());
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Forces names to disk, if possible: Windows opens no folders, and some network file systems refuse. */
    static void forceFolder(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // The files themselves are on disk.
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void permit(Path file, Kind kind) throws IOException {
        if (isPosix(file)) {
            Files.setPosixFilePermissions(file, kind.permissions());
        }
    }

    /** Only its owner may enter it. */
    static void makeFolder(Path wanted) {
        if (Files.isDirectory(wanted)) {
            return;
        }
        try {
            FileAttribute<?>[] mine = isPosix(wanted.getRoot())
                    ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------"))}
                    : new FileAttribute<?>[0];
            Files.createDirectories(wanted, mine);
        } catch (IOException e) {
            throw notWritable(wanted, e);
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    static LabException notWritable(Path file, IOException e) {
        if (e instanceof ClosedByInterruptException) {
            return LabException.interrupted("Interrupted while %s was written.".formatted(file));
        }
        return LabException.hostNotReady("workspace-not-writable", "%s could not be written: %s"
                        .formatted(file, e.getMessage()),
                "Copy the lab to a folder of your own, or look at free space and permissions.").causedBy(e);
    }
}
