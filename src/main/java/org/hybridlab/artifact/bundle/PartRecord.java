package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Content of a cache folder, in its {@value #NAME}. Written last, so its presence means a complete folder.
 *
 * @param source {@code official}, {@code modules go1.26.8}
 * @param files by name on disk
 */
record PartRecord(String source, Map<String, Entry> files) {
    static final String NAME = "record.json";
    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    PartRecord {
        files = new TreeMap<>(files);
    }

    /** @param bytes size, for fast checks */
    record Entry(String sha256, long bytes) {
        static Entry of(Path file) throws IOException {
            return new Entry(Sha256.of(file), Files.size(file));
        }
    }

    static Optional<PartRecord> read(Path folder) {
        Path file = folder.resolve(NAME);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(Files.readString(file), PartRecord.class));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    void write(Path folder) throws IOException {
        Files.writeString(folder.resolve(NAME), JSON.writeValueAsString(this) + "\n");
    }
}
