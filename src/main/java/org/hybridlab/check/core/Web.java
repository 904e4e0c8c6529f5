package org.hybridlab.check.core;

import java.time.Duration;

/** Asks for pages from this host. {@link HttpWeb} is the real one. */
public interface Web {
    /**
     * GET without a proxy; redirects are not followed.
     *
     * @throws org.hybridlab.common.error.LabException {@code no-answer} if none came
     */
    Page get(String address, int port, String path, Duration within);

    /** What came back. */
    record Page(int status, String body) {
    }
}
