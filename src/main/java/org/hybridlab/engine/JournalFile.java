package org.hybridlab.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a journal on disk holds.
 *
 * @param entries all lines that can be read
 * @param records how steps stand; nothing before a damaged line counts
 * @param length bytes up to the end of the last whole line; what follows was being written when the writer died
 */
record JournalFile(List<Entry> entries, Records records, long length) {
    static JournalFile read(Path file, JsonMapper json) throws IOException {
        try {
            return of(Files.readAllBytes(file), json);
        } catch (NoSuchFileException e) {
            return of(new byte[0], json);
        }
    }

    static JournalFile of(byte[] bytes, JsonMapper json) {
        int length = lastNewline(bytes) + 1;
        List<Entry> entries = new ArrayList<>();
        Records records = new Records();
        for (String line : new String(bytes, 0, length, StandardCharsets.UTF_8).split("\n")) {
            read(line, json, entries, records);
        }
        return new JournalFile(entries, records, length);
    }

    private static void read(String line, JsonMapper json, List<Entry> entries, Records records) {
        if (line.isEmpty()) {
            return;
        }
        try {
            Entry entry = json.readValue(line, Entry.class);
            entries.add(entry);
            records.add(entry);
        } catch (JacksonException e) {
            records.forget();
        }
    }

    private static int lastNewline(byte[] bytes) {
        int i = bytes.length - 1;
        while (i >= 0 && bytes[i] != '\n') {
            i--;
        }
        return i;
    }
}
