package org.hybridlab.engine.journal;

/** Append-only record of what each step did. */
public interface Journal extends AutoCloseable {
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
