package org.hybridlab.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a journal on disk holds.
 *
 * @param entries all lines that can be read
 * @param distrusted how many of the entries come before a damaged line, and do not count
 * @param records how steps stand
 * @param length bytes up to the end of the last whole line; what follows was being written when the writer died
 */
record JournalFile(List<Entry> entries, int distrusted, Records records, long length) {
    /** More runs than this are too many: a learner's lab has a few, one that is asked for every minute has thousands. */
    private static final int MANY = 100;
    private static final int KEPT = 20;

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
        int distrusted = 0;
        Records records = new Records();
        for (String line : new String(bytes, 0, length, StandardCharsets.UTF_8).split("\n")) {
            if (!read(line, json, entries, records)) {
                distrusted = entries.size();
            }
        }
        return new JournalFile(entries, distrusted, records, length);
    }

    /** @return false if the line is damaged */
    private static boolean read(String line, JsonMapper json, List<Entry> entries, Records records) {
        if (line.isEmpty()) {
            return true;
        }
        try {
            Entry entry = json.readValue(line, Entry.class);
            entries.add(entry);
            records.add(entry);
            return true;
        } catch (JacksonException e) {
            records.forget();
            return false;
        }
    }

    boolean isLong() {
        return runs().size() > MANY;
    }

    /** What a long journal is shortened to: its newest runs, and those that the records are known from. */
    List<Entry> worthKeeping() {
        List<String> runs = runs();
        Set<String> kept = new HashSet<>(runs.subList(Math.max(0, runs.size() - KEPT), runs.size()));
        kept.addAll(records.runs());
        return entries.stream().skip(distrusted).filter(entry -> kept.contains(entry.run())).toList();
    }

    private List<String> runs() {
        return entries.stream().map(Entry::run).distinct().toList();
    }

    private static int lastNewline(byte[] bytes) {
        int i = bytes.length - 1;
        while (i >= 0 && bytes[i] != '\n') {
            i--;
        }
        return i;
    }
}
