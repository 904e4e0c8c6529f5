package org.hybridlab.check;

import java.time.Duration;

/** Asks for pages from this host. {@link HttpWeb} is the real one. */
public interface Web {
    /**
     * GET without a proxy; redirects are not followed.
     *
     * @throws org.hybridlab.failure.LabException {@code no-answer} if none came
     */
    Page get(String address, int port, String path, Duration within);

    /** What came back. */
    record Page(int status, String body) {
    }
}
