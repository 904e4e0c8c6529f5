package org.hybridlab.check.core;

public interface CheckListener {
    CheckListener NONE = new CheckListener() { };

    default void started(Check check) {
        // The result has it, too.
    }

    default void finished(CheckResult result) {
        // The results of the run have all of them.
    }
}
