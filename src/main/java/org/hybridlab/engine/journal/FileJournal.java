package org.hybridlab.engine.journal;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.json.JsonMapper;

/** A journal of JSON lines. Only the holder of the lab's lock may open one. */
public final class FileJournal implements Journal {
    private final Path file;
    private final FileChannel channel;
    private final Records records;
    private final JsonMapper json;

    private FileJournal(Path file, FileChannel channel, Records records, JsonMapper json) {
        this.file = file;
        this.channel = channel;
        this.records = records;
        this.json = json;
    }

    /** Drops a torn last line, and old runs that no record depends on. */
    public static FileJournal open(Path file) {
        JsonMapper json = mapper();
        try {
            JournalFile found = JournalFile.read(file, json);
            if (found.isLong()) {
                replace(file, found.worthKeeping(), json);
                found = JournalFile.read(file, json);
            }
            FileChannel channel = RunFolder.open(file, Set.of(CREATE, WRITE));
            channel.truncate(found.length());
            channel.position(found.length());
            return new FileJournal(file, channel, found.records(), json);
        } catch (IOException e) {
            throw notUsable(file, e);
        }
    }

    /** By rename, so that readers and later runs find the old or the new file. */
    private static void replace(Path file, List<Entry> entries, JsonMapper json) throws IOException {
        Path shorter = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = RunFolder.open(shorter, Set.of(CREATE, WRITE, TRUNCATE_EXISTING))) {
            for (Entry entry : entries) {
                write(channel, line(entry, json));
            }
            channel.force(false);
        }
        Files.move(shorter, file, ATOMIC_MOVE);
    }

    /** Changes nothing, and may be called during a run. */
    public static JournalFile read(Path file) {
        try {
            return JournalFile.read(file, mapper());
        } catch (IOException e) {
            throw notUsable(file, e);
        }
    }

    public static JsonMapper mapper() {
        return JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    }

    @Override
    public Records records() {
        return records;
    }

    @Override
    public void append(Entry entry) {
        try {
            write(channel, line(entry, json));
            if (entry.kind().forced()) {
                channel.force(false);
            }
        } catch (IOException e) {
            throw notUsable(file, e);
        }
    }

    private static ByteBuffer line(Entry entry, JsonMapper json) {
        return ByteBuffer.wrap((json.writeValueAsString(entry) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw notUsable(file, e);
        }
    }

    private static LabException notUsable(Path file, IOException e) {
        return LabException.hostNotReady("journal-not-written", "The journal %s could not be read or written: %s"
                .formatted(file, e.getMessage()), "Look at the disk (full? read-only? owned by another user?), "
                + "then run the same command again.").causedBy(e);
    }
}
