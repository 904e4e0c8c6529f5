package org.hybridlab.engine.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The content of a journal file. Unreadable lines are dropped; earlier ones still count, since each step is probed
 * before it is skipped.
 *
 * @param length bytes up to the last whole line; a dead writer may have left more
 */
public record JournalFile(List<Entry> entries, Records records, long length) {
    /** A learner's lab has a few runs. One that is polled has thousands. */
    private static final int MANY = 100;
    private static final int KEPT = 20;

    static JournalFile read(Path file, JsonMapper json) throws IOException {
        try {
            return of(Files.readAllBytes(file), json);
        } catch (NoSuchFileException e) {
            return of(new byte[0], json);
        }
    }

    public static JournalFile of(byte[] bytes, JsonMapper json) {
        int length = lastNewline(bytes) + 1;
        List<Entry> entries = new ArrayList<>();
        for (String line : new String(bytes, 0, length, StandardCharsets.UTF_8).split("\n")) {
            read(line, json).ifPresent(entries::add);
        }
        return new JournalFile(entries, Records.of(entries), length);
    }

    /** Empty if the line is damaged, or lacks a required field. */
    private static Optional<Entry> read(String line, JsonMapper json) {
        try {
            return line.isEmpty() ? Optional.empty()
                    : Optional.ofNullable(json.readValue(line, Entry.class)).filter(Entry::isWhole);
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    boolean isLong() {
        return runs().size() > MANY;
    }

    /** The newest runs, and those that records come from. */
    List<Entry> worthKeeping() {
        List<String> runs = runs();
        Set<String> kept = new HashSet<>(runs.subList(Math.max(0, runs.size() - KEPT), runs.size()));
        kept.addAll(records.runs());
        return entries.stream().filter(entry -> kept.contains(entry.run())).toList();
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
