package org.hybridlab.engine;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.hybridlab.engine.journal.Entry;
import org.hybridlab.engine.journal.FileJournal;
import org.hybridlab.engine.journal.Journal;
import org.hybridlab.engine.journal.JournalFile;
import org.hybridlab.engine.journal.Records;
import tools.jackson.databind.json.JsonMapper;

/**
 * A journal whose disk is memory: the same bytes as the real one, without its thousands of forced writes. Survives its
 * process, which tests end at any append.
 */
final class MemoryJournal implements Journal {
    private static final JsonMapper JSON = FileJournal.mapper();

    private final ByteArrayOutputStream disk = new ByteArrayOutputStream();
    private Watcher watcher = new Watcher() { };
    private int appends;

    /** A new process opens the journal. */
    MemoryJournal newRun(Watcher newWatcher) {
        watcher = newWatcher;
        appends = 0;
        byte[] found = disk.toByteArray();
        disk.reset();
        disk.write(found, 0, (int) JournalFile.of(found, JSON).length());
        return this;
    }

    @Override
    public Records records() {
        return JournalFile.of(disk.toByteArray(), JSON).records();
    }

    List<Entry> entries() {
        return JournalFile.of(disk.toByteArray(), JSON).entries();
    }

    @Override
    public void append(Entry entry) {
        int count = appends++;
        watcher.before(count, entry);
        write(entry);
        watcher.after(count, entry);
    }

    void write(Entry entry) {
        byte[] line = bytes(entry);
        disk.write(line, 0, line.length);
    }

    /** What is on the disk if the process dies while it writes. */
    void writeHalf(Entry entry) {
        byte[] line = bytes(entry);
        disk.write(line, 0, line.length / 2);
    }

    private static byte[] bytes(Entry entry) {
        return (JSON.writeValueAsString(entry) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        // The disk stays.
    }

    /** Told of each transition of one run, with its number from 0. */
    interface Watcher {
        default void before(int count, Entry entry) {
        }

        default void after(int count, Entry entry) {
        }
    }
}
