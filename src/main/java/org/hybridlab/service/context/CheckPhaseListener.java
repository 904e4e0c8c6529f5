package org.hybridlab.service.context;

import org.hybridlab.check.core.CheckListener;

/** Hears of the checks of a lab, several of which go on at a time. */
public interface CheckPhaseListener extends CheckListener, AutoCloseable {
    /** Hears nothing. */
    CheckPhaseListener NONE = new CheckPhaseListener() { };

    /** All of them are judged. */
    @Override
    default void close() {
    }
}
