package org.hybridlab.engine.journal;

/** The append-only record of what each step did. {@link FileJournal} is the real one. */
public interface Journal extends AutoCloseable {
    /** How steps stand by all that was recorded before this run. */
    Records records();

    /**
     * Returns when the entry is on disk.
     *
     * @throws org.hybridlab.common.error.LabException {@code journal-not-written}
     */
    void append(Entry entry);

    @Override
    void close();
}
