package org.hybridlab.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.UnaryOperator;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A small JSON list that several runs of hybridlab change: read, change and write under one lock. */
final class StateFile {
    /** What an earlier hybridlab wrote lacks what came later: such a flag is off. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

    private StateFile() {
    }

    static <T> List<T> read(Path file, Class<T[]> type) {
        try {
            return Files.exists(file) ? List.of(JSON.readValue(Files.readAllBytes(file), type)) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static <T> void update(Path file, Class<T[]> type, UnaryOperator<List<T>> change) {
        try {
            Files.createDirectories(file.getParent());
            Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE); FileLock ignored = channel.lock()) {
                Path next = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".next");
                Files.write(next, JSON.writerWithDefaultPrettyPrinter()
                        .writeValueAsBytes(change.apply(read(file, type))));
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
