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
 * What a journal on disk holds. A line that cannot be read is left out: what comes before it still counts, because a
 * record never skips a step by itself, and each step is looked at before it is skipped.
 *
 * @param entries all lines that can be read
 * @param records how steps stand
 * @param length bytes up to the end of the last whole line; what follows was being written when the writer died
 */
public record JournalFile(List<Entry> entries, Records records, long length) {
    /**
     * More runs than this are too many: a learner's lab has a few, one that is asked for every minute has thousands.
     */
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

    /** Empty if the line is damaged: also JSON may lack what each entry has. */
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

    /** What a long journal is shortened to: its newest runs, and those that the records are known from. */
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
