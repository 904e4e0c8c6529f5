package org.hybridlab.service.context;

import org.hybridlab.check.core.CheckListener;

/** Several checks run at a time. */
public interface CheckPhaseListener extends CheckListener, AutoCloseable {
    CheckPhaseListener NONE = new CheckPhaseListener() { };

    @Override
    default void close() {
    }
}
