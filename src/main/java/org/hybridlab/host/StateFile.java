package org.hybridlab.host;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.StrictJson;
import org.hybridlab.common.workspace.Workspace;
import tools.jackson.core.JacksonException;

/**
 * Records of the state folder, one JSON file each, so that a damaged one hides no other. Several threads and processes
 * change them. An unreadable record is unknown, and never counts as a missing one.
 */
final class StateFile {
    private static final String SUFFIX = ".json";

    private StateFile() {
    }

    static Path in(Path folder, String name) {
        return folder.resolve(name + SUFFIX);
    }

    /** @throws LabException {@code state-unreadable} */
    static <T> Optional<T> read(Path file, Class<T> type) {
        try {
            return Optional.of(Objects.requireNonNull(StrictJson.MAPPER.readValue(Files.readAllBytes(file), type)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JacksonException | NullPointerException e) {
            throw unreadable(file, e);
        }
    }

    /** Records of a folder. @param unreadable gets an exception for each that cannot be read */
    static <T> List<T> readable(Path folder, Class<T> type, Consumer<LabException> unreadable) {
        List<T> all = new ArrayList<>();
        for (Path file : files(folder)) {
            try {
                read(file, type).ifPresent(all::add);
            } catch (LabException e) {
                unreadable.accept(e);
            }
        }
        return all;
    }

    private static List<Path> files(Path folder) {
        if (Files.notExists(folder)) {
            return List.of();
        }
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
    }

    private static LabException unreadable(Path file, Exception e) {
        return LabException.hostNotReady("state-unreadable", "hybridlab's own record %s cannot be read."
                .formatted(file), "Look at what is in it. Once you have moved it away, hybridlab no longer knows "
                + "the lab, images or daemon that it is about.").causedBy(e);
    }

    /**
     * Changes records of one folder while nobody else does. The file's lock belongs to the process, so threads use
     * {@code synchronized}.
     *
     * @throws LabException {@code state-not-writable}
     */
    static void locked(Path folder, Runnable change) {
        synchronized (StateFile.class) {
            Path lock = folder.resolve(".lock");
            try {
                Files.createDirectories(folder);
                try (FileChannel channel = FileChannel.open(lock, CREATE, WRITE);
                     FileLock ignored = channel.lock()) {
                    change.run();
                }
            } catch (IOException e) {
                throw notWritable(lock, e);
            }
        }
    }

    /** Forced to disk: after a power loss, the file has the old record or the new one. */
    static void write(Path file, Object record) {
        Workspace.in(file.getParent()).write(file.getFileName().toString(), StrictJson.MAPPER
                .writerWithDefaultPrettyPrinter().writeValueAsString(record), Workspace.Kind.SECRET);
    }

    static void remove(Path file) {
        try {
            if (Files.deleteIfExists(file)) {
                Workspace.force(file.getParent());
            }
        } catch (IOException e) {
            throw notWritable(file, e);
        }
    }

    /** A full disk, or a lack of rights, is no bug. */
    static LabException notWritable(Path file, IOException e) {
        return LabException.hostNotReady("state-not-writable", "hybridlab's own file %s could not be written: %s"
                .formatted(file, e instanceof AccessDeniedException ? "permission denied" : e.getMessage()),
                "Make room, or give the folder back to yourself. Or set XDG_STATE_HOME to a folder of your own, which "
                        + "does not know labs that are up. Then run the same command again.").causedBy(e);
    }
}
