package org.hybridlab.check.core;

/** Told of checks as they go on, from several threads. */
public interface CheckListener {
    CheckListener NONE = new CheckListener() {
        @Override
        public void started(Check check) {
            // nobody listens
        }

        @Override
        public void finished(CheckResult result) {
            // nobody listens
        }
    };

    void started(Check check);

    void finished(CheckResult result);
}
