package org.hybridlab.check.core;

/** Told of checks as they go on, from several threads. */
public interface CheckListener {
    CheckListener NONE = new CheckListener() { };

    default void started(Check check) {
        // The result tells of it, too.
    }

    default void finished(CheckResult result) {
        // The results of the run have all of them.
    }
}
