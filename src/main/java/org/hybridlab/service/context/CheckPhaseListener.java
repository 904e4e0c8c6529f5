package org.hybridlab.service.context;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckListener;
import org.hybridlab.check.core.CheckResult;

/** Hears of the checks of a lab, several of which go on at a time. */
public interface CheckPhaseListener extends CheckListener, AutoCloseable {
    /** Hears nothing. */
    CheckPhaseListener NONE = new CheckPhaseListener() {
        @Override
        public void started(Check check) {
            // The result of the call has all of them.
        }

        @Override
        public void finished(CheckResult result) {
            // The result of the call has all of them.
        }
    };

    /** All of them are judged. */
    @Override
    default void close() {
    }
}
